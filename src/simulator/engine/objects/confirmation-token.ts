import type { SetupFutureUsage } from '../../../domain/objects/payment-intent.js';
import type { AddressObject } from './address.js';
import type { CardMethodObject, MethodFields, PaymentMethodObject } from './payment-method.js';

/** A payment method as a confirmation token shows it, before it has an id. */
export type PaymentMethodPreview = Pick<
  PaymentMethodObject,
  'allow_redisplay' | 'billing_details' | 'customer' | 'customer_account' | 'type'
> &
  MethodFields & { readonly card?: Omit<CardMethodObject['card'], 'fingerprint'> };

/** A confirmation token: what a customer has entered, for one confirmation by the server. */
export type ConfirmationTokenObject = {
  readonly id: string;
  readonly object: 'confirmation_token';
  readonly created: number;
  readonly expires_at: number;
  readonly livemode: false;
  /** The customer's agreement, if the payment method is debited under a mandate. */
  readonly mandate_data: {
    readonly customer_acceptance: {
      readonly online: { readonly ip_address: string | null; readonly user_agent: null };
      readonly type: 'online';
    };
  } | null;
  /** The intent that it has confirmed. */
  readonly payment_intent: string | null;
  readonly payment_method_options: null;
  readonly payment_method_preview: PaymentMethodPreview;
  readonly return_url: string | null;
  readonly setup_future_usage: SetupFutureUsage | null;
  readonly setup_intent: string | null;
  readonly shipping: {
    readonly address: AddressObject;
    readonly name: string;
    readonly phone: string | null;
  } | null;
  readonly use_stripe_sdk: boolean;
};

/** The options of Elements that were made without a client secret. Stripe.js sends them with the payment details. */
export type ElementsOptions = {
  readonly mode: string;
  readonly currency: string | null;
  readonly setupFutureUsage: string | null;
  /** `null`: the shop has said nothing. */
  readonly captureMethod: string | null;
  /** `limited`: those that the account has enabled, and the shop allows. */
  readonly methods: 'automatic' | 'limited' | 'listed';
};

/** A confirmation token as it is stored. Its payment method exists already, but no one has been told its id. */
export type StoredConfirmationToken = ConfirmationTokenObject & {
  readonly paymentMethod: string;
  readonly elements: ElementsOptions | null;
};
