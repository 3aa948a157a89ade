import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { ChargeId, type CustomerId, PaymentIntentId } from '../../domain/ids.js';
import { intentFields } from './intent-fields.js';
import { newCustomer } from './new-customer.js';
import { proven } from './proven.js';
import { succeed } from './succeed.js';

/** Creates a payment of this many cents that has succeeded. */
export const newPayment = async (
  processor: PaymentProcessor,
  amount: number,
  {
    customer,
    payment_method,
  }: {
    readonly customer?: CustomerId;
    readonly payment_method?: string;
  } = {},
): Promise<{ readonly id: PaymentIntentId; readonly charge: ChargeId }> => {
  const payer = customer ?? (await newCustomer(processor));
  const intent = await succeed(
    'createPaymentIntent with confirm: true',
    processor.createPaymentIntent(
      intentFields(payer, {
        amount,
        confirm: true,
        ...(payment_method === undefined ? {} : { payment_method }),
      }),
    ),
  );
  return {
    id: proven(PaymentIntentId, intent.id),
    charge: proven(ChargeId, intent.latest_charge),
  };
};
