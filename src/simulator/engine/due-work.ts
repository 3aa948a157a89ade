import { releaseCharge } from './charges/book-refund.js';
import { bookLater } from './charges/charge-record.js';
import { expireInTime } from './checkout/expire.js';
import { followIntent } from './checkout/follow-intent.js';
import {
  closeOldInquiry,
  decideDispute,
  fillEvidence,
  loseOverdueDispute,
} from './disputes/simulate.js';
import { createContext } from './kernel/create-context.js';
import type { EngineParts } from './kernel/memory.js';
import type { RequestContext } from './kernel/request-context.js';
import { type ChargeObject, captureBefore, isHeld } from './objects/charge.js';
import { endIntent } from './payment-intents/cancel.js';
import { endApproval, endPayment } from './payment-intents/simulate.js';
import { payPayout, sendPayout } from './payouts/end.js';
import { endRefund } from './refunds/end.js';
import { showReference } from './refunds/reference.js';
import type { Task } from './store/agenda.js';
import type { State } from './store/state.js';

// The checkout session of a payment ends with it.
const endDuePayment = (context: RequestContext, charge: string): void => {
  const intent = endPayment(context, charge);
  if (intent !== null) followIntent(context, intent);
};

const endDueApproval = (context: RequestContext, wait: string): void => {
  const intent = endApproval(context, wait);
  if (intent !== null) followIntent(context, intent);
};

const expireCharge = (context: RequestContext, charge: ChargeObject): void => {
  const intent = context.state.intents.get(charge.payment_intent ?? '');
  if (intent === undefined) releaseCharge(context, charge, true);
  else endIntent(context, intent, 'expire');
};

const endDueHold = (context: RequestContext, id: string): void => {
  const charge = context.state.charges.get(id);
  if (charge !== undefined && isHeld(charge)) expireCharge(context, charge);
};

const steps: { readonly [S in Task['step']]: (context: RequestContext, id: string) => void } = {
  book_charge: bookLater,
  reference_refund: showReference,
  end_refund: endRefund,
  expire_session: expireInTime,
  fill_evidence: fillEvidence,
  decide_dispute: decideDispute,
  lose_dispute: loseOverdueDispute,
  close_inquiry: closeOldInquiry,
  send_payout: sendPayout,
  pay_payout: payPayout,
  end_payment: endDuePayment,
  end_approval: endDueApproval,
  end_hold: endDueHold,
};

type DueCharge = { readonly at: number; readonly charge: ChargeObject };

// Every charge by card can be captured for the same time, so the oldest authorized one expires first.
const dueCharges = (state: State, now: number, most: number): ReadonlyArray<DueCharge> => {
  const due: Array<DueCharge> = [];
  for (const charge of state.charges.oldestFirst({ index: 'held', key: 'yes' })) {
    const at = captureBefore(charge) ?? now;
    if (at > now || due.length === most) break;
    due.push({ at, charge });
  }
  return due;
};

/**
 * How much is done before one request, about 2 ms: after thousands of payments in one second it does not pay for all of
 * them.
 */
const mostPerRequest = 200;

// A server reads several requests in one turn of the event loop. They share the time that one of them has.
const mostWhileBehind = 50;

/** How much of what is due the next request does, if the request before did `done` of at most `most`. */
export const mostDueAfter = (done: number, most: number): number =>
  done < most ? mostPerRequest : mostWhileBehind;

/**
 * Does what is due by now: authorized charges that were not captured in time are released and their intents canceled, and
 * the tasks of the agenda are done. Each happens at its due time, or at the time of the latest change if that is later: the
 * events stay in order. The cost is that of what happens; beyond `most`, the rest is left for the next time. Returns how much
 * was done.
 */
export const doDueWork = (parts: EngineParts, most = Infinity): number => {
  const { clock, state } = parts.memory;
  const now = clock.now();
  const { latest } = clock.state();
  const charges = dueCharges(state, now, most);
  let context: RequestContext | undefined;
  const contextAt = (due: number): RequestContext => {
    const at = Math.max(due, latest);
    if (context?.now !== at) {
      context = createContext(parts, { by: null, chargeFailure: null, now: at });
    }
    return context;
  };
  let expired = 0;
  let done = 0;
  for (; done < most; done += 1) {
    const next = charges[expired];
    // Tasks may add further tasks that are due too.
    const task = state.agenda.first();
    if (task !== undefined && task.at <= now && (next === undefined || task.at < next.at)) {
      state.agenda.removeFirst();
      steps[task.step](contextAt(task.at), task.id);
    } else if (next !== undefined) {
      expired += 1;
      expireCharge(contextAt(next.at), next.charge);
    } else break;
  }
  if (done > 0) clock.mark();
  return done;
};
