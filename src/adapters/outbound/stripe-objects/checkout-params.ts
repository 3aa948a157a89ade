import type { NewCheckoutSession } from '../../../application/ports/payment-processor.js';
import type { LineItem } from '../../../domain/objects/line-items.js';
import { withKeyMetadata } from './idempotency-key.js';

const priced =
  (currency: string) =>
  ({ unit_amount, quantity, ...product_data }: LineItem) => ({
    quantity,
    price_data: { currency, unit_amount, product_data },
  });

const orUndefined = <O extends object>(fields: O): O | undefined =>
  Object.keys(fields).length === 0 ? undefined : fields;

/**
 * The parameters of a checkout session at Stripe, but for the types of payment methods. Its intent has the same metadata, and so the
 * same idempotency key, by which events of the intent are recognized.
 */
export const checkoutParams = (
  {
    mode,
    currency,
    line_items,
    metadata,
    description,
    statement_descriptor_suffix,
    capture_method,
    setup_future_usage,
    payment_methods: _methods,
    ...session
  }: NewCheckoutSession,
  idempotencyKey: string | undefined,
) => {
  const keyed = withKeyMetadata(metadata === undefined ? {} : { metadata }, idempotencyKey);
  // Stripe refuses the fields of a payment in mode `setup`.
  const ofPayment = {
    ...(statement_descriptor_suffix === undefined ? {} : { statement_descriptor_suffix }),
    ...(capture_method === undefined ? {} : { capture_method }),
    ...(setup_future_usage === undefined ? {} : { setup_future_usage }),
  };
  const ofBoth = { ...keyed, ...(description === undefined ? {} : { description }) };
  const [payment_intent_data, setup_intent_data] =
    mode === 'payment'
      ? [orUndefined({ ...ofBoth, ...ofPayment }), undefined]
      : [orUndefined(ofPayment), orUndefined(ofBoth)];
  return {
    ...session,
    ...keyed,
    mode,
    currency,
    ...(line_items === undefined ? {} : { line_items: line_items.map(priced(currency)) }),
    ...(payment_intent_data === undefined ? {} : { payment_intent_data }),
    ...(setup_intent_data === undefined ? {} : { setup_intent_data }),
  };
};
