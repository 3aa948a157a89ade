import { releaseCharge } from './charges/book-refund.js';
import { bookLater } from './charges/charge-record.js';
import { expireInTime } from './checkout/expire.js';
import {
  closeOldInquiry,
  decideDispute,
  fillEvidence,
  loseOverdueDispute,
} from './disputes/simulate.js';
import { createContext } from './kernel/create-context.js';
import type { EngineParts } from './kernel/memory.js';
import type { RequestContext } from './kernel/request-context.js';
import type { ChargeObject } from './objects/charge.js';
import { endIntent } from './payment-intents/cancel.js';
import { payPayout, sendPayout } from './payouts/end.js';
import { endRefund } from './refunds/end.js';
import { showReference } from './refunds/reference.js';
import type { Task } from './store/agenda.js';
import { take } from './store/list-page.js';

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
};

const expireCharge = (context: RequestContext, charge: ChargeObject): void => {
  const intent = context.state.intents.get(charge.payment_intent ?? '');
  if (intent === undefined) releaseCharge(context, charge, true);
  else endIntent(context, intent, 'expire');
};

type Due = { readonly at: number; readonly happen: (context: RequestContext) => void };

// Every charge can be captured for the same time, so the oldest authorized one expires first.
const dueCharges = function* ({ memory: { state } }: EngineParts, now: number): Iterable<Due> {
  for (const charge of state.charges.oldestFirst({ index: 'held', key: 'yes' })) {
    const at = charge.payment_method_details.card.capture_before ?? now;
    if (at > now) return;
    yield { at, happen: (context) => expireCharge(context, charge) };
  }
};

const dueTask = ({ memory: { state } }: EngineParts, now: number): Due | undefined => {
  const { agenda } = state;
  const task = agenda.first();
  if (task === undefined || task.at > now) return undefined;
  return {
    at: task.at,
    happen: (context) => {
      agenda.removeFirst();
      steps[task.step](context, task.id);
    },
  };
};

/**
 * How much is done before one request, about 5 ms: after thousands of payments in one second it does not pay for all of
 * them.
 */
export const mostDuePerRequest = 200;

/**
 * Does what is due by now: authorized charges that were not captured in time are released and their intents canceled, and
 * the tasks of the agenda are done. Each happens at its due time, or at the time of the latest change if that is later: the
 * events stay in order. The cost is that of what happens; beyond `most`, the rest is left for the next time. Returns how much
 * was done.
 */
export const doDueWork = (parts: EngineParts, most = Infinity): number => {
  const { clock } = parts.memory;
  const now = clock.now();
  const { latest } = clock.state();
  const charges = take(dueCharges(parts, now), most);
  let expired = 0;
  let done = 0;
  while (done < most) {
    const charge = charges[expired];
    // What happens may add tasks that are due too.
    const task = dueTask(parts, now);
    const isTask = task !== undefined && (charge === undefined || task.at < charge.at);
    const due = isTask ? task : charge;
    if (due === undefined) break;
    if (!isTask) expired += 1;
    const at = Math.max(due.at, latest);
    due.happen(createContext(parts, { by: null, chargeFailure: null, now: at }));
    done += 1;
  }
  if (done > 0) clock.mark();
  return done;
};
