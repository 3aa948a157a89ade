import { identity } from 'fp-ts/lib/function.js';
import { processingFee } from '../balance/fees.js';
import { availableAfter, bookBalanceTransaction } from '../balance/ledger.js';
import { behaviourOf } from '../cards/stored-card.js';
import type { CardBehaviour } from '../cards/test-card.js';
import type { Decline } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveUpdate } from '../kernel/save-update.js';
import { type Instrument, isCard, type MethodInstrument } from '../methods/instrument.js';
import { behaviourOfMethod, methods } from '../methods/methods.js';
import type { ChargeObject, PaymentMethodDetails } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import { cardDetails, notSent, withAuthorizedAmount, withCaptureTime } from './card-details.js';
import { approvedOutcomes, declinedOutcome } from './outcome.js';

/**
 * How the bank answers a charge. `succeeded_async`: the amount is captured, and its balance transaction comes later.
 */
export type ChargeResult =
  | 'succeeded'
  | 'succeeded_async'
  | 'authorized'
  | 'pending'
  | { readonly decline: Decline };

/** The amount, the card and everything else that a caller decides about a charge. */
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
  /** `null`: none, as of cards. */
  readonly mandate: string | null;
  /** The direct debit as which the method is saved; absent: it is not. */
  readonly generated?: { readonly method: string; readonly mandate: string } | undefined;
  readonly radarSession: string | null;
};

const noFraudDetails = deepFreeze({});
const noRadarOptions = deepFreeze({});

// The name on the customer's statement: the account's, which a suffix extends.
const account = 'Stripe';
const longestDescriptor = 22;

const descriptorOf = ({
  statement_descriptor,
  statement_descriptor_suffix: suffix,
}: ChargeTerms): string =>
  suffix === null
    ? (statement_descriptor ?? account)
    : `${account}* ${suffix}`.slice(0, longestDescriptor);

const detailsOf = (
  { now }: RequestContext,
  { amount, authenticated, generated, instrument, mandate }: ChargeTerms,
  authorized: boolean,
): PaymentMethodDetails => {
  if (isCard(instrument)) {
    return cardDetails(instrument, { amount, authenticated, authorized });
  }
  const { type, values } = instrument.face;
  const { billingDetails: billing } = instrument;
  const charge = { billing, generated, mandate, paidAt: authorized ? now : null };
  return { ...methods[type].charged(values, charge), type };
};

const pendingCharge = (
  context: RequestContext,
  terms: ChargeTerms,
  authorized: boolean,
): ChargeObject => ({
  // Recorded: py for payments by other methods than cards.
  id: context.newId(isCard(terms.instrument) ? 'ch' : 'py'),
  object: 'charge',
  amount: terms.amount,
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: terms.instrument.billingDetails,
  calculated_statement_descriptor: isCard(terms.instrument) ? descriptorOf(terms) : null,
  captured: false,
  created: context.now,
  currency: terms.currency,
  customer: terms.customer,
  description: terms.description,
  destination: null,
  dispute: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: noFraudDetails,
  livemode: false,
  metadata: terms.metadata,
  on_behalf_of: null,
  order: null,
  outcome: null,
  paid: false,
  payment_intent: terms.payment_intent,
  payment_method: terms.instrument.id,
  payment_method_details: detailsOf(context, terms, authorized),
  radar_options: terms.radarSession === null ? noRadarOptions : { session: terms.radarSession },
  receipt_email: terms.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: terms.shipping,
  source: terms.source,
  source_transfer: null,
  statement_descriptor: terms.statement_descriptor,
  statement_descriptor_suffix: terms.statement_descriptor_suffix,
  status: 'pending',
  transfer_data: null,
  transfer_group: terms.transfer_group,
});

type ChargeBehaviour = Pick<CardBehaviour, 'dispute' | 'funds' | 'refund' | 'risk'> & {
  /** When a refund ends that is pending; absent: as that of a card. */
  readonly secondsUntilRefunded?: number;
};

const afterMethod = (instrument: MethodInstrument): ChargeBehaviour => {
  const { refunds } = methods[instrument.face.type];
  return {
    dispute: behaviourOfMethod(instrument).dispute,
    funds: 'pending',
    refund: refunds === 'at_once' ? 'succeeds' : 'pending_then_succeeds',
    ...(typeof refunds === 'object' ? { secondsUntilRefunded: refunds.seconds } : {}),
    risk: 'normal',
  };
};

/** How the test card of a charge behaves, or another method of payment. */
export const behaviourOfCharge = (
  { state }: RequestContext,
  { payment_method }: ChargeObject,
): ChargeBehaviour | undefined => {
  const instrument = state.instruments.get(payment_method);
  if (instrument === undefined) return undefined;
  return isCard(instrument) ? behaviourOf(instrument.face) : afterMethod(instrument);
};

/** Whether a charge was paid by card. */
export const paidByCard = ({ payment_method_details }: ChargeObject): boolean =>
  payment_method_details.type === 'card';

/** When the money of a charge is available that is booked now, Unix seconds. */
export const availableIfBooked = (context: RequestContext, charge: ChargeObject): number => {
  const { funds = 'pending' } = behaviourOfCharge(context, charge) ?? {};
  return funds === 'pending' ? availableAfter(context.now) : context.now;
};

/** Books the captured amount of a charge. Returns the id of the balance transaction. */
export const bookCharge = (
  context: RequestContext,
  charge: ChargeObject,
  amount: number,
): string => {
  const { id, currency, description } = charge;
  return bookBalanceTransaction(context, {
    type: paidByCard(charge) ? 'charge' : 'payment',
    source: id,
    amount,
    currency,
    description,
    fee: processingFee(context.fees, amount),
    availableOn: availableIfBooked(context, charge),
  });
};

const asBlocked = ({
  payment_method_details: details,
}: ChargeObject): Pick<ChargeObject, 'fraud_details' | 'payment_method_details'> => ({
  fraud_details: { stripe_report: 'fraudulent' },
  payment_method_details: details.type === 'card' ? notSent(details) : details,
});

const approvedDetails = (
  { amount, created, payment_method_details: details }: ChargeObject,
  captured: boolean,
): PaymentMethodDetails => {
  if (details.type !== 'card') return details;
  const authorized = withAuthorizedAmount(details, amount);
  return captured ? authorized : withCaptureTime(authorized, created);
};

// A bank that answers later adds to the details of a payment.
const settledDetails = (
  { now, state }: RequestContext,
  { payment_method, payment_method_details: details }: ChargeObject,
  result: ChargeResult,
): Partial<ChargeObject> => {
  const instrument = state.instruments.get(payment_method);
  if (typeof result === 'object' || instrument === undefined || isCard(instrument)) return {};
  const { type, values } = instrument.face;
  const mandate = details.type === 'card' ? null : (details.sepa_debit?.mandate ?? null);
  const charge = { billing: instrument.billingDetails, mandate, paidAt: now };
  return { payment_method_details: { ...methods[type].charged(values, charge), type } };
};

// Recordings 04 and 05 show charges that are not booked after one second, and one that is after two.
const secondsUntilBooked = 2;

// A charge by card says itself until when it can be captured.
const planEndOfHold = (
  { now, state }: RequestContext,
  { id, payment_method_details: { type } }: ChargeObject,
): void => {
  const { secondsToCapture } = type === 'card' ? {} : methods[type];
  if (secondsToCapture === undefined) return;
  state.agenda.add({ at: now + secondsToCapture, step: 'end_hold', id });
};

const changesBy = (
  context: RequestContext,
  charge: ChargeObject,
  result: ChargeResult,
): Partial<ChargeObject> => {
  if (result === 'pending') {
    // Recorded: a debit that the customer's bank has not answered yet.
    return paidByCard(charge)
      ? {}
      : { amount_captured: charge.amount, captured: true, outcome: approvedOutcomes.normal };
  }
  const { risk = 'normal' } = behaviourOfCharge(context, charge) ?? {};
  if (typeof result === 'object') {
    const outcome = declinedOutcome(result.decline, risk);
    return {
      failure_code: result.decline.code,
      failure_message: result.decline.message,
      ...(outcome.type === 'blocked' ? asBlocked(charge) : {}),
      outcome,
      status: 'failed',
    };
  }
  const { id, amount } = charge;
  const captured = result !== 'authorized';
  if (result === 'succeeded_async') {
    context.state.agenda.add({ at: context.now + secondsUntilBooked, step: 'book_charge', id });
  }
  if (!captured && !paidByCard(charge)) planEndOfHold(context, charge);
  return {
    amount_captured: captured ? amount : 0,
    balance_transaction: result === 'succeeded' ? bookCharge(context, charge, amount) : null,
    captured,
    outcome: approvedOutcomes[risk],
    paid: true,
    payment_method_details: approvedDetails(charge, captured),
    receipt_url: `https://receipts.pasarela.invalid/${id}`,
    status: 'succeeded',
  };
};

const eventOf = (result: ChargeResult): EventType => {
  if (typeof result === 'object') return 'charge.failed';
  return result === 'pending' ? 'charge.pending' : 'charge.succeeded';
};

/** Stores a charge and emits an event of this type. */
export const saveCharge = (
  context: RequestContext,
  type: EventType,
  charge: ChargeObject,
): ChargeObject => {
  context.state.charges.put(charge);
  context.emit(type, charge);
  return charge;
};

/** Stores a changed charge and emits `charge.updated`. Does nothing if no field has changed. */
export const saveChargeUpdate = (
  context: RequestContext,
  before: ChargeObject,
  after: ChargeObject,
): ChargeObject =>
  saveUpdate(context, context.state.charges, 'charge.updated', before, after, identity);

/** Books the amount of a charge that was captured asynchronously. */
export const bookLater = (context: RequestContext, id: string): void => {
  const charge = context.state.charges.get(id);
  if (charge === undefined) return;
  const { amount_captured, balance_transaction } = charge;
  const booked = withChanges(charge, {
    balance_transaction: bookCharge(context, charge, amount_captured),
  });
  context.state.charges.put(booked);
  context.emit('charge.updated', booked, { balance_transaction });
};

/** Stores a pending charge that the bank has answered. */
export const settleCharge = (
  context: RequestContext,
  charge: ChargeObject,
  result: ChargeResult,
): ChargeObject =>
  saveCharge(
    context,
    eventOf(result),
    withChanges(charge, {
      ...changesBy(context, charge, result),
      ...settledDetails(context, charge, result),
    }),
  );

/** Charges a card, and stores the charge that the bank has answered. */
export const makeCharge = (
  context: RequestContext,
  terms: ChargeTerms,
  result: ChargeResult,
): ChargeObject => {
  const authorized = typeof result === 'string' && result !== 'pending';
  const charge = pendingCharge(context, terms, authorized);
  // It is new, so that it need not be copied.
  const settled = Object.assign(charge, changesBy(context, charge, result));
  return saveCharge(context, eventOf(result), settled);
};
