import * as t from 'io-ts';
import { nullable } from '../../../domain/input/primitives.js';
import type { Card } from '../../../domain/objects/card.js';

const optionalText = nullable(t.string);

/** Stripe's payment method of type `card`. */
export const CardPaymentMethod = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('payment_method'),
      card: t.intersection([
        t.type({
          brand: t.string,
          last4: t.string,
          exp_month: t.Integer,
          exp_year: t.Integer,
          funding: t.string,
        }),
        t.partial({
          country: optionalText,
          fingerprint: optionalText,
          checks: nullable(
            t.partial({
              cvc_check: optionalText,
              address_line1_check: optionalText,
              address_postal_code_check: optionalText,
            }),
          ),
        }),
      ]),
    }),
    t.partial({
      created: t.Integer,
      customer: optionalText,
      billing_details: t.partial({
        name: optionalText,
        address: nullable(
          t.partial({
            city: optionalText,
            country: optionalText,
            line1: optionalText,
            line2: optionalText,
            postal_code: optionalText,
            state: optionalText,
          }),
        ),
      }),
      metadata: t.record(t.string, t.string),
    }),
  ],
  'PaymentMethod',
);
export type CardPaymentMethod = t.TypeOf<typeof CardPaymentMethod>;

// From Stripe's documentation of cards. Other brands have the same name in cards and payment methods.
const brandNames: ReadonlyMap<string, string> = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'Eftpos Australia'],
  ['girocard', 'Girocard'],
  ['jcb', 'JCB'],
  ['mastercard', 'MasterCard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
  ['unknown', 'Unknown'],
]);

/** Converts a payment method to a customer's card (interface, section 2). */
export const cardOfPaymentMethod = ({
  id,
  card,
  customer = null,
  billing_details = {},
  metadata = {},
}: CardPaymentMethod): Card => {
  const { name = null } = billing_details;
  const address = billing_details.address ?? {};
  const checks = card.checks ?? {};
  // Fields of a Stripe card that are not in the interface document.
  const more = {
    address_city: address.city ?? null,
    address_country: address.country ?? null,
    address_line1: address.line1 ?? null,
    address_line2: address.line2 ?? null,
    address_state: address.state ?? null,
    address_zip: address.postal_code ?? null,
    metadata,
    name,
  };
  return {
    ...more,
    id,
    object: 'card',
    address_line1_check: checks.address_line1_check ?? null,
    address_zip_check: checks.address_postal_code_check ?? null,
    brand: brandNames.get(card.brand) ?? card.brand,
    country: card.country ?? null,
    customer,
    cvc_check: checks.cvc_check ?? null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
  };
};

/** Whether an id is that of a payment method (`pm_...`) and not of a source (`card_...`). */
export const isPaymentMethodId = (id: string): boolean => id.startsWith('pm_');

/** The parameters that make a card the default: Stripe has one default source, and one default payment method. */
export const defaultCardParams = (
  card: string | undefined,
):
  | { readonly default_source?: string }
  | { readonly invoice_settings: { readonly default_payment_method: string } } => {
  if (card === undefined) return {};
  return isPaymentMethodId(card)
    ? { invoice_settings: { default_payment_method: card } }
    : { default_source: card };
};
