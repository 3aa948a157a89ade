import type { Mandate } from '../../../domain/objects/mandate.js';
import type { PaymentMethods } from '../../../domain/objects/payment-methods.js';

type MandateParams = {
  mandate_data?: {
    customer_acceptance: {
      type: 'online';
      online: { ip_address: string; user_agent: string };
    };
  };
};

const mandateParams = (mandate: Mandate | undefined): MandateParams =>
  mandate === undefined
    ? {}
    : { mandate_data: { customer_acceptance: { type: 'online', online: { ...mandate } } } };

/** A confirmation in the parameters of Stripe. */
export const confirmationParams = <D extends { readonly mandate?: Mandate }>({
  mandate,
  ...details
}: D): Omit<D, 'mandate'> & MandateParams => ({ ...details, ...mandateParams(mandate) });

type NewIntent = {
  readonly payment_methods?: PaymentMethods;
  readonly mandate?: Mandate;
  readonly confirmation_method?: string;
};

/**
 * A new intent in the parameters of Stripe, with those of its payment methods. If the customer chooses on the page, it is confirmed
 * automatically: that is the default, and refused together with `automatic_payment_methods`.
 */
export const creationParams = <I extends NewIntent, M extends object>(
  { payment_methods, mandate, confirmation_method, ...intent }: I,
  methodParams: M,
): Omit<I, keyof NewIntent> &
  Partial<Pick<I, 'confirmation_method' & keyof I>> &
  M &
  MandateParams => ({
  ...intent,
  ...(payment_methods === undefined && confirmation_method !== undefined
    ? { confirmation_method }
    : {}),
  ...methodParams,
  ...mandateParams(mandate),
});
