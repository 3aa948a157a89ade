import { strict as assert } from 'node:assert';
import type {
  NewPaymentIntent,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import { ChargeId, CustomerId, PaymentIntentId, PaymentMethodId } from '../../domain/ids.js';
import { MinorUnits } from '../../domain/money/money.js';
import type { Charge } from '../../domain/objects/charge.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { Refund } from '../../domain/objects/refund.js';
import type { InstrumentName, Subject } from '../suite.js';
import { mustSucceed } from './expect-outcome.js';
import { proven } from './ids.js';
import { newCustomer } from './new-customer.js';

/** An amount in minor units, branded. */
export const cents = (amount: number): MinorUnits => proven(MinorUnits, amount);

type Overrides = Partial<Omit<NewPaymentIntent, 'amount' | 'payment_method' | 'customer'>> & {
  readonly amount?: number;
  readonly payment_method?: string;
  /** How it is paid, if no `payment_method` is given. Default: as most clauses pay. */
  readonly outcome?: InstrumentName;
  /** `null`: nobody. Absent: a new customer, if the processor keeps customers. */
  readonly customer?: CustomerId | undefined;
};

/** A new customer, if the processor keeps customers. */
const newPayer = async (processor: Subject): Promise<CustomerId | undefined> =>
  processor.given.has('customers') ? newCustomer(processor) : undefined;

/** The input for a payment with a good instrument, not confirmed yet; `overrides` change it. */
export const intentFields = async (
  processor: Subject,
  { amount, payment_method, outcome, customer, ...overrides }: Overrides = {},
): Promise<NewPaymentIntent> => {
  const { given } = processor;
  const payer = customer ?? (await newPayer(processor));
  const method =
    payment_method === undefined
      ? await given.paymentMethod(outcome ?? given.usual, payer)
      : proven(PaymentMethodId, payment_method);
  return {
    amount: cents(amount ?? given.amounts[0]),
    currency: given.currency,
    ...(payer === undefined ? {} : { customer: payer }),
    ...(method === undefined ? {} : { payment_method: method }),
    confirmation_method: 'manual',
    confirm: false,
    ...overrides,
  };
};

/** Creates an intent and its customer. The intent is not confirmed unless `overrides` say so. */
export const newIntent = async (
  processor: Subject,
  overrides: Overrides = {},
): Promise<{ readonly id: PaymentIntentId; readonly payer: CustomerId | undefined }> => {
  const fields = await intentFields(processor, overrides);
  const intent = await mustSucceed(processor).createPaymentIntent(fields);
  return { id: proven(PaymentIntentId, intent.id), payer: fields.customer };
};

/** Creates an intent of a new customer. */
export const newIntentOfCustomer = async (
  processor: Subject,
  overrides: Overrides = {},
): Promise<{ readonly id: PaymentIntentId; readonly customer: CustomerId }> => {
  const { id, payer } = await newIntent(processor, overrides);
  return { id, customer: proven(CustomerId, payer) };
};

// The customer acts once; the confirmation before and after it is the server's.
const mostSteps = 3;

/** Confirms an intent, and brings the customer through its next actions, until it is paid or authorized. */
const finish = async (
  processor: Subject,
  intent: PaymentIntent,
  steps = mostSteps,
): Promise<PaymentIntent> => {
  const { confirmPaymentIntent, retrievePaymentIntent } = mustSucceed(processor);
  const payment_intent = proven(PaymentIntentId, intent.id);
  if (intent.status === 'succeeded' || intent.status === 'requires_capture') return intent;
  assert.ok(steps > 0, `an approved payment must succeed, but stays in ${intent.status}`);
  if (intent.status === 'requires_action') {
    await processor.given.completeAction(payment_intent, 'approve');
    return finish(processor, await retrievePaymentIntent({ payment_intent }), steps - 1);
  }
  return finish(processor, await confirmPaymentIntent({ payment_intent }), steps - 1);
};

/** Confirms an intent, and brings the customer through its next actions, until it is paid or authorized. */
export const payIntent = async (
  processor: Subject,
  payment_intent: PaymentIntentId,
): Promise<PaymentIntent> =>
  finish(processor, await mustSucceed(processor).retrievePaymentIntent({ payment_intent }));

const paid = async (processor: Subject, overrides: Overrides): Promise<PaymentIntent> => {
  const confirm = processor.given.has('confirmOnCreation');
  const fields = await intentFields(processor, { ...overrides, confirm });
  return finish(processor, await mustSucceed(processor).createPaymentIntent(fields));
};

/** Creates an intent that holds this many minor units and waits for its capture. */
export const newHold = async (processor: Subject, amount: number): Promise<PaymentIntentId> => {
  const { id, status } = await paid(processor, { amount, capture_method: 'manual' });
  assert.equal(status, 'requires_capture', 'capture_method manual only authorizes the amount');
  return proven(PaymentIntentId, id);
};

/** Creates a payment of this many minor units that has succeeded. */
export const newPayment = async (
  processor: Subject,
  amount: number,
  overrides: Pick<Overrides, 'customer' | 'payment_method'> = {},
): Promise<{ readonly id: PaymentIntentId; readonly charge: ChargeId }> => {
  const intent = await paid(processor, { ...overrides, amount });
  assert.ok(ChargeId.is(intent.latest_charge), 'a paid intent names its charge in latest_charge');
  return { id: proven(PaymentIntentId, intent.id), charge: intent.latest_charge };
};

/** All intents of a customer, newest first. */
export const intentsOf = async (
  processor: PaymentProcessor,
  customer: CustomerId | undefined,
): Promise<ReadonlyArray<PaymentIntent>> =>
  (
    await mustSucceed(processor).listPaymentIntents({
      customer: proven(CustomerId, customer),
      limit: 100,
    })
  ).data;

/** Whether the processor lists the intents of customers. */
export const listsIntents = ({ given: { has } }: Subject): boolean =>
  has('lists') && has('customers');

/** The latest charge of an intent, as it is now. */
export const chargeOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<Charge> => {
  const { retrievePaymentIntent, retrieveCharge } = mustSucceed(processor);
  const { charges, latest_charge, status } = await retrievePaymentIntent({ payment_intent });
  if (charges === undefined) return retrieveCharge({ charge: proven(ChargeId, latest_charge) });
  const [charge] = charges.data;
  assert.ok(charge, `charges of an intent in ${status} must hold its latest charge`);
  return charge;
};

/** All refunds of an intent, newest first. */
export const refundsOf = async (
  processor: PaymentProcessor,
  payment_intent: PaymentIntentId,
): Promise<ReadonlyArray<Refund>> =>
  (await mustSucceed(processor).listRefunds({ payment_intent, limit: 100 })).data;
