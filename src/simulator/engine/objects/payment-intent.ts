import type { Metadata } from '../../../domain/objects/metadata.js';
import type {
  CaptureMethod,
  PaymentIntentStatus,
  SetupFutureUsage,
} from '../../../domain/objects/payment-intent.js';
import type { ShippingObject } from './address.js';
import type { ErrorObject } from './error.js';

/** The parts of an amount. Amounts are minor units. */
export type AmountDetails = {
  readonly discount_amount?: number;
  readonly shipping?: {
    readonly amount: number | null;
    readonly from_postal_code: string | null;
    readonly to_postal_code: string | null;
  };
  readonly tax?: { readonly total_tax_amount: number | null };
  readonly tip: Record<string, never>;
};

/** Options for charging a card. They take precedence over the fields of the intent. */
export type CardOptions = {
  readonly capture_method?: 'manual';
  readonly installments: null;
  readonly mandate_options: null;
  readonly network: string | null;
  readonly request_extended_authorization?: 'if_available' | 'never';
  readonly request_incremental_authorization?: 'if_available' | 'never';
  readonly request_multicapture?: 'if_available' | 'never';
  readonly request_overcapture?: 'if_available' | 'never';
  readonly request_three_d_secure: 'any' | 'automatic' | 'challenge';
  readonly require_cvc_recollection?: boolean;
  readonly setup_future_usage?: SetupFutureUsage | 'none';
  readonly statement_descriptor_suffix_kana?: string;
  readonly statement_descriptor_suffix_kanji?: string;
};

/** The options of an intent, by the types of payment methods that it takes. */
export type IntentOptions = {
  readonly bancontact?: MethodOptions & { readonly preferred_language: string };
  readonly bizum?: MethodOptions;
  readonly card?: CardOptions;
  readonly ideal?: MethodOptions;
  readonly klarna?: CapturedOptions & { readonly preferred_locale: string | null };
  readonly link?: CapturedOptions & { readonly persistent_token: null };
  readonly paypal?: CapturedOptions & {
    readonly preferred_locale: string | null;
    readonly reference: string | null;
  };
  readonly sepa_debit?: MethodOptions;
};

/** Options for paying with a method that is not a card. */
type MethodOptions = { readonly setup_future_usage?: SetupFutureUsage | 'none' };

/** Options of a method whose payments can be authorized first. */
type CapturedOptions = MethodOptions & { readonly capture_method?: 'manual' };

/** The action that the customer must take. */
export type NextAction =
  | {
      readonly type: 'redirect_to_url';
      readonly redirect_to_url: { readonly return_url: string; readonly url: string };
    }
  | {
      readonly type: 'use_stripe_sdk';
      readonly use_stripe_sdk: {
        readonly type: 'three_d_secure_redirect' | 'await_approval';
        readonly stripe_js: string;
      };
    };

/** A payment intent. Amounts are minor units. */
export type PaymentIntentObject = {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly allowed_payment_method_types: ReadonlyArray<string> | null;
  readonly amount: number;
  readonly amount_capturable: number;
  readonly amount_details: AmountDetails;
  readonly amount_received: number;
  readonly application: null;
  readonly application_fee_amount: null;
  readonly automatic_payment_methods: {
    readonly allow_redirects: 'always' | 'never';
    readonly enabled: boolean;
  } | null;
  readonly canceled_at: number | null;
  readonly cancellation_reason: string | null;
  readonly capture_method: CaptureMethod;
  readonly client_secret: string;
  readonly confirmation_method: 'automatic' | 'manual';
  readonly created: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly customer_account: null;
  readonly description: string | null;
  readonly excluded_payment_method_types: ReadonlyArray<string> | null;
  readonly last_payment_error: ErrorObject | null;
  readonly latest_charge: string | null;
  readonly livemode: false;
  readonly managed_payments: { readonly enabled: false };
  readonly metadata: Metadata;
  readonly next_action: NextAction | null;
  readonly on_behalf_of: null;
  readonly payment_details?: {
    readonly customer_reference: string | null;
    readonly order_reference: string | null;
  };
  readonly payment_method: string | null;
  readonly payment_method_configuration_details: {
    readonly id: string;
    readonly parent: null;
  } | null;
  readonly payment_method_options: IntentOptions;
  readonly payment_method_types: ReadonlyArray<string>;
  readonly payment_record: null;
  readonly processing: {
    readonly card: {
      readonly customer_notification: {
        readonly approval_requested: null;
        readonly completes_at: null;
      };
    };
    readonly type: 'card';
  } | null;
  readonly receipt_email: string | null;
  readonly review: null;
  readonly setup_future_usage: SetupFutureUsage | null;
  readonly shared_payment_granted_token: null;
  readonly shipping: ShippingObject | null;
  readonly source: null;
  readonly statement_descriptor: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly status: PaymentIntentStatus;
  readonly transfer_data: null;
  readonly transfer_group: string | null;
};
