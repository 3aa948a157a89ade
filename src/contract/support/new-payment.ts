import { strict as assert } from 'node:assert';
import type {
  NewPaymentIntent,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import type { Charge } from '../../domain/charge.js';
import { ChargeId, type CustomerId, PaymentIntentId, PaymentMethodId } from '../../domain/ids.js';
import { MinorUnits } from '../../domain/money.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import type { Refund } from '../../domain/refund.js';
import { mustSucceed, succeed } from './expect-outcome.js';
import { proven } from './ids.js';
import { newCustomer } from './new-customer.js';

/** An amount in minor units, branded. */
export const cents = (amount: number): MinorUnits => proven(MinorUnits, amount);

type Overrides = Partial<Omit<NewPaymentIntent, 'amount' | 'payment_method' | 'customer'>> & {
  readonly amount?: number;
  readonly payment_method?: string;
};

/** The input for a payment of 19.99 euros with a good card, not confirmed yet; `overrides` change it. */
export const intentFields = (
  customer: CustomerId,
  { amount = 1999, payment_method = 'pm_card_visa', ...overrides }: Overrides = {},
): NewPaymentIntent => ({
  amount: cents(amount),
  currency: 'eur',
  customer,
  payment_method: proven(PaymentMethodId, payment_method),
  confirmation_method: 'manual',
  confirm: false,
  ...overrides,
});

/** Creates an intent and its customer. The intent is not confirmed unless `overrides` say so. */
export const newIntent = async (
  processor: PaymentProcessor,
  overrides: Parameters<typeof intentFields>[1] = {},
): Promise<{ readonly id: PaymentIntentId; readonly customer: CustomerId }> => {
  const customer = await newCustomer(processor);
  const intent = await mustSucceed(processor).createPaymentIntent(
    intentFields(customer, overrides),
  );
  return { id: proven(PaymentIntentId, intent.id), customer };
};

/** Creates an intent that holds this many minor units and waits for its capture. */
export const newHold = async (
  processor: PaymentProcessor,
  amount: number,
): Promise<PaymentIntentId> =>
  (await newIntent(processor, { amount, capture_method: 'manual', confirm: true })).id;

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

/** All intents of a customer, newest first. */
export const intentsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId,
): Promise<ReadonlyArray<PaymentIntent>> =>
  (await mustSucceed(processor).listPaymentIntents({ customer, limit: 100 })).data;

/** The latest charge of an intent, as it is now. */
export const chargeOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<Charge> => {
  const intent = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
  const charge = intent.charges?.data[0];
  assert.ok(charge, `charges of an intent in ${intent.status} must hold its latest charge`);
  return charge;
};

/** All refunds of an intent, newest first. */
export const refundsOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<ReadonlyArray<Refund>> =>
  (await mustSucceed(processor).listRefunds({ payment_intent, limit: 100 })).data;
