import type { Call } from '../call.js';
import type { Decline } from '../cards/decline.js';
import type { Instrument } from '../cards/instrument.js';
import { deepFreeze } from '../deep-freeze.js';
import type { ChargeObject } from '../objects/charge-object.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import { cardDetails } from './card-details.js';
import { approvedOutcome, declinedOutcome } from './charge-outcomes.js';

/** What came of a charge. */
export type ChargeResult = 'succeeded' | 'authorized' | 'pending' | { readonly decline: Decline };

type Charged = {
  readonly intent: PaymentIntentObject;
  readonly instrument: Instrument;
  readonly authenticated: boolean;
};

const nothing = deepFreeze({});

const outcomeOf = (result: ChargeResult): ChargeObject['outcome'] => {
  if (typeof result === 'object') return declinedOutcome(result.decline);
  return result === 'pending' ? null : approvedOutcome;
};

const statusOf = (result: ChargeResult): ChargeObject['status'] => {
  if (typeof result === 'object') return 'failed';
  return result === 'pending' ? 'pending' : 'succeeded';
};

/** A charge of an intent's amount, not stored yet. */
export const createCharge = (
  call: Call,
  { intent, instrument, authenticated }: Charged,
  result: ChargeResult,
): ChargeObject => {
  const decline = typeof result === 'object' ? result.decline : null;
  const paid = result === 'succeeded' || result === 'authorized';
  const id = call.newId('ch');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: result === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: result === 'succeeded' ? call.newId('txn') : null,
    billing_details: instrument.billingDetails,
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: result === 'succeeded',
    created: call.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: nothing,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result),
    paid,
    payment_intent: intent.id,
    payment_method: instrument.id,
    payment_method_details: cardDetails(instrument, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `https://receipts.pasarela.invalid/${id}` : null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: statusOf(result),
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
};
