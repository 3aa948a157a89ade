import type { Metadata } from '../../../domain/objects/metadata.js';
import type { ErrorObject } from './error.js';
import type { CardOptions, NextAction, PaymentIntentObject } from './payment-intent.js';

type SetupCardOptions = Pick<CardOptions, 'mandate_options' | 'network' | 'request_three_d_secure'>;

/** A setup intent: it saves a payment method for later payments. */
export type SetupIntentObject = {
  readonly id: string;
  readonly object: 'setup_intent';
  readonly allowed_payment_method_types: ReadonlyArray<string> | null;
  readonly application: null;
  readonly automatic_payment_methods: {
    readonly allow_redirects: 'always' | 'never';
    readonly enabled: boolean;
  } | null;
  readonly cancellation_reason: 'abandoned' | 'duplicate' | 'requested_by_customer' | null;
  readonly client_secret: string;
  readonly created: number;
  readonly customer: string | null;
  readonly customer_account: null;
  readonly description: string | null;
  readonly excluded_payment_method_types: ReadonlyArray<string> | null;
  readonly flow_directions: null;
  readonly last_setup_error: ErrorObject | null;
  readonly latest_attempt: string | null;
  readonly livemode: false;
  readonly managed_payments: { readonly enabled: false };
  readonly mandate: string | null;
  readonly metadata: Metadata;
  readonly next_action: NextAction | null;
  readonly on_behalf_of: null;
  readonly payment_method: string | null;
  readonly payment_method_configuration_details: PaymentIntentObject['payment_method_configuration_details'];
  readonly payment_method_options: {
    readonly card?: SetupCardOptions;
    readonly sepa_debit?: Readonly<Record<never, never>>;
  };
  readonly payment_method_types: ReadonlyArray<string>;
  readonly single_use_mandate: null;
  readonly status:
    | 'canceled'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded';
  readonly usage: 'off_session';
};
