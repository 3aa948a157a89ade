import { bookBalanceTransaction } from '../balance.js';
import type { Instrument } from '../cards/stored-card.js';
import type { Decline } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject, ChargeOutcome } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import { changedFields, deepFreeze } from '../objects/json.js';
import { cardDetails, withHeldAmount } from './card-details.js';

/** What the bank said to a charge that it took. */
export const approvedOutcome: ChargeOutcome = deepFreeze({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: 'Payment complete.',
  type: 'authorized',
});

/** What the bank said to a charge that it refused. */
export const declinedOutcome = (decline: Decline): ChargeOutcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'declined_by_network',
  reason: decline.decline_code ?? decline.code,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: `The bank did not take the payment (${decline.decline_code ?? decline.code}).`,
  type: 'issuer_declined',
});

/** Where the receipt of a charge would be. */
export const receiptUrl = (charge: string): string => `https://receipts.pasarela.invalid/${charge}`;

/** What came of a charge. */
export type ChargeResult = 'succeeded' | 'authorized' | 'pending' | { readonly decline: Decline };

/** What is charged, and for what. */
type ChargeTerms = Pick<
  ChargeObject,
  | 'amount'
  | 'currency'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'payment_intent'
  | 'receipt_email'
  | 'shipping'
  | 'source'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'
  | 'transfer_group'
> & {
  readonly instrument: Instrument;
  readonly authenticated: boolean;
  readonly radarSession: string | null;
};

const noFraudDetails = deepFreeze({});

const outcomeOf = (result: ChargeResult): ChargeObject['outcome'] => {
  if (typeof result === 'object') return declinedOutcome(result.decline);
  return result === 'pending' ? null : approvedOutcome;
};

const statusOf = (result: ChargeResult): ChargeObject['status'] => {
  if (typeof result === 'object') return 'failed';
  return result === 'pending' ? 'pending' : 'succeeded';
};

/** A new charge, not stored yet. */
export const newCharge = (
  call: RequestContext,
  terms: ChargeTerms,
  result: ChargeResult,
): ChargeObject => {
  const { amount, currency, instrument, radarSession } = terms;
  const decline = typeof result === 'object' ? result.decline : null;
  const captured = result === 'succeeded';
  const paid = captured || result === 'authorized';
  const details = cardDetails(instrument, terms.authenticated);
  const id = call.newId('ch');
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: captured ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured
      ? bookBalanceTransaction(call, { type: 'charge', source: id, amount, currency })
      : null,
    billing_details: instrument.billingDetails,
    calculated_statement_descriptor: terms.statement_descriptor,
    captured,
    created: call.now,
    currency,
    customer: terms.customer,
    description: terms.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: noFraudDetails,
    livemode: false,
    metadata: terms.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result),
    paid,
    payment_intent: terms.payment_intent,
    payment_method: instrument.id,
    payment_method_details:
      result === 'authorized' ? withHeldAmount(details, { amount, created: call.now }) : details,
    ...(radarSession === null ? {} : { radar_options: { session: radarSession } }),
    receipt_email: terms.receipt_email,
    receipt_number: null,
    receipt_url: paid ? receiptUrl(id) : null,
    refunded: false,
    review: null,
    shipping: terms.shipping,
    source: terms.source,
    source_transfer: null,
    statement_descriptor: terms.statement_descriptor,
    statement_descriptor_suffix: terms.statement_descriptor_suffix,
    status: statusOf(result),
    transfer_data: null,
    transfer_group: terms.transfer_group,
  };
};

const changeOf = (call: RequestContext, type: EventType, charge: ChargeObject) => {
  const before = call.state.charges.get(charge.id);
  return type === 'charge.updated' && before !== undefined
    ? changedFields(before, charge)
    : undefined;
};

/** Stores the charge as it is now, and says so in an event of this type. An update that changes nothing is none. */
export const saveCharge = (
  call: RequestContext,
  type: EventType,
  charge: ChargeObject,
): ChargeObject => {
  const changed = changeOf(call, type, charge);
  if (changed !== undefined && Object.keys(changed).length === 0) return charge;
  call.state.charges.put(deepFreeze(charge));
  call.emit(type, charge, changed);
  return charge;
};
