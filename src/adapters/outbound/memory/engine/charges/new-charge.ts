import { bookBalanceTransaction } from '../balance.js';
import type { Instrument } from '../cards/stored-card.js';
import type { Decline } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { deepFreeze } from '../objects/json.js';
import { cardDetails } from './card-details.js';
import { approvedOutcome, declinedOutcome } from './charge-outcomes.js';
import { receiptUrl } from './receipt-url.js';
import { withHold } from './with-hold.js';

/** What came of a charge. */
export type ChargeResult = 'succeeded' | 'authorized' | 'pending' | { readonly decline: Decline };

/** What is charged, and for what. */
export type ChargeTerms = Pick<
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

const nothing = deepFreeze({});

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
    fraud_details: nothing,
    livemode: false,
    metadata: terms.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result),
    paid,
    payment_intent: terms.payment_intent,
    payment_method: instrument.id,
    payment_method_details:
      result === 'authorized' ? withHold(details, { amount, created: call.now }) : details,
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
