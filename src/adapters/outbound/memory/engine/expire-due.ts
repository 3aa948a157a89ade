import { releaseCharge } from './charges/book-refund.js';
import { createContext } from './kernel/create-context.js';
import type { EngineParts } from './kernel/memory.js';
import type { RequestContext } from './kernel/request-context.js';
import type { ChargeObject } from './objects/charge.js';
import { endIntent } from './payment-intents/cancel.js';

const expireCharge = (context: RequestContext, charge: ChargeObject): void => {
  const intent = context.state.intents.get(charge.payment_intent ?? '');
  if (intent === undefined) releaseCharge(context, charge, true);
  else endIntent(context, intent, 'expire');
};

type Due = { readonly charge: ChargeObject; readonly at: number };

// Every charge can be captured for the same time, so the oldest authorized one expires first.
const dueCharges = function* ({ memory: { state, clock } }: EngineParts): Iterable<Due> {
  const now = clock.now();
  for (const charge of state.charges.oldestFirst({ index: 'held', key: 'yes' })) {
    const at = charge.payment_method_details.card.capture_before ?? now;
    if (at > now) return;
    yield { charge, at };
  }
};

/**
 * Releases the authorized charges that were not captured in time, and cancels their intents. Each expires at its due time,
 * or at the time of the latest change if that is later: the events stay in order. The cost is that of the expired charges.
 */
export const expireDueCharges = (parts: EngineParts): void => {
  const { clock } = parts.memory;
  const { latest } = clock.state();
  const due = [...dueCharges(parts)];
  for (const { charge, at } of due) {
    const context = createContext(parts, {
      by: null,
      chargeFailure: null,
      now: Math.max(at, latest),
    });
    expireCharge(context, charge);
  }
  if (due.length > 0) clock.mark();
};
