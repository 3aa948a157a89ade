import type { Metadata } from '../../../domain/objects/metadata.js';
import type { CaptureMethod, SetupFutureUsage } from '../../../domain/objects/payment-intent.js';
import type { AddressObject } from './address.js';

/** The customer's details, as entered on the page. */
export type CustomerDetails = {
  readonly address: AddressObject | null;
  readonly business_name: null;
  readonly email: string | null;
  readonly individual_name: null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_exempt: 'none' | null;
  readonly tax_ids: ReadonlyArray<never> | null;
};

/** A text of the shop on the page. */
type CustomText = { readonly message: string } | null;

/** A checkout session: a page on which a customer pays. Amounts are minor units, `null` in mode `setup`. */
export type CheckoutSessionObject = {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly adaptive_pricing: { readonly enabled: boolean };
  readonly after_expiration: null;
  readonly allow_promotion_codes: false | null;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly automatic_tax: {
    readonly enabled: false;
    readonly liability: null;
    readonly provider: null;
    readonly status: null;
  };
  readonly billing_address_collection: 'auto' | 'required' | null;
  readonly branding_settings: {
    readonly background_color: string;
    readonly border_style: string;
    readonly button_color: string;
    readonly display_name: string;
    readonly font_family: string;
    readonly icon: null;
    readonly logo: null;
  };
  readonly cancel_url: string | null;
  readonly client_reference_id: string | null;
  /** For the stand-in for Stripe.js, which shows the page in the shop's own; `null`: the page has a URL. */
  readonly client_secret: string | null;
  readonly collected_information: {
    readonly business_name: null;
    readonly individual_name: null;
    readonly shipping_details: {
      readonly address: AddressObject;
      readonly name: string;
    } | null;
  } | null;
  readonly consent: null;
  readonly consent_collection: null;
  readonly created: number;
  readonly currency: string | null;
  readonly currency_conversion: null;
  readonly custom_fields: ReadonlyArray<never>;
  readonly custom_text: {
    readonly after_submit: CustomText;
    readonly shipping_address: CustomText;
    readonly submit: CustomText;
    readonly terms_of_service_acceptance: CustomText;
  };
  readonly customer: string | null;
  readonly customer_account: null;
  readonly customer_creation: 'always' | 'if_required' | null;
  readonly customer_details: CustomerDetails | null;
  readonly customer_email: string | null;
  readonly discounts: ReadonlyArray<never> | null;
  readonly expires_at: number;
  readonly integration_identifier: string | null;
  readonly invoice: null;
  readonly invoice_creation: {
    readonly enabled: false;
    readonly invoice_data: {
      readonly account_tax_ids: null;
      readonly custom_fields: null;
      readonly description: null;
      readonly footer: null;
      readonly issuer: null;
      readonly metadata: Metadata;
      readonly rendering_options: null;
    };
  } | null;
  readonly livemode: false;
  readonly locale: string | null;
  readonly managed_payments: { readonly enabled: false };
  readonly metadata: Metadata;
  readonly mode: 'payment' | 'setup';
  readonly origin_context: 'mobile_app' | 'web' | null;
  readonly payment_intent: string | null;
  readonly payment_link: null;
  readonly payment_method_collection: 'always' | 'if_required';
  readonly payment_method_configuration_details: {
    readonly id: string;
    readonly parent: null;
  } | null;
  readonly payment_method_options: {
    readonly card: {
      readonly request_three_d_secure: 'any' | 'automatic' | 'challenge';
      readonly setup_future_usage?: SetupFutureUsage;
    };
  };
  readonly payment_method_types: ReadonlyArray<string>;
  readonly payment_status: 'no_payment_required' | 'paid' | 'unpaid';
  readonly permissions: null;
  readonly phone_number_collection: { readonly enabled: boolean };
  readonly recovered_from: null;
  /** Only of a page in the shop's own: whether the customer goes to `return_url` once they have paid. */
  readonly redirect_on_completion?: 'always' | 'if_required' | 'never';
  readonly return_url?: string;
  readonly saved_payment_method_options: {
    readonly allow_redisplay_filters: ReadonlyArray<'always'>;
    readonly payment_method_remove: 'disabled';
    readonly payment_method_save: null;
  } | null;
  readonly setup_intent: string | null;
  readonly shipping_address_collection: {
    readonly allowed_countries: ReadonlyArray<string>;
  } | null;
  readonly shipping_cost: {
    readonly amount_subtotal: number;
    readonly amount_tax: 0;
    readonly amount_total: number;
    readonly shipping_rate: string;
  } | null;
  readonly shipping_options: ReadonlyArray<{
    readonly shipping_amount: number;
    readonly shipping_rate: string;
  }>;
  readonly status: 'complete' | 'expired' | 'open';
  readonly submit_type: string | null;
  readonly subscription: null;
  readonly success_url: string | null;
  readonly total_details: {
    readonly amount_discount: 0;
    readonly amount_shipping: number;
    readonly amount_tax: 0;
  } | null;
  readonly ui_mode: 'embedded_page' | 'hosted_page';
  readonly url: string | null;
  readonly wallet_options: null;
};

/** The customer's inputs, until the session is complete. */
type Submission = Pick<
  CheckoutSessionObject,
  'collected_information' | 'customer' | 'customer_details'
>;

/** A session as it is stored. Its `payment_status` is that of its intent. */
export type StoredSession = Omit<CheckoutSessionObject, 'payment_status'> & {
  readonly submission: Submission | null;
  /** Fields of the intent that the customer does not enter. */
  readonly intent: {
    readonly capture_method: CaptureMethod;
    readonly description?: string;
    readonly metadata: Metadata;
    readonly receipt_email?: string;
    readonly setup_future_usage?: SetupFutureUsage;
    readonly shipping?: {
      readonly address: { readonly [K in keyof AddressObject]?: string };
      readonly name: string;
      readonly carrier?: string;
      readonly phone?: string;
      readonly tracking_number?: string;
    };
    readonly statement_descriptor?: string;
    readonly statement_descriptor_suffix?: string;
    readonly transfer_group?: string;
  };
};
