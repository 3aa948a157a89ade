import { releaseCharge } from './charges/refund.js';
import { createContext } from './kernel/create-context.js';
import type { EngineParts } from './kernel/memory.js';
import type { RequestContext } from './kernel/request-context.js';
import type { ChargeObject } from './objects/charge.js';
import { endIntent } from './payment-intents/cancel.js';

/** An authorized charge that was not captured in time: what it holds is released, and its intent is canceled. */
const expireCharge = (call: RequestContext, charge: ChargeObject): void => {
  const intent = call.state.intents.get(charge.payment_intent ?? '');
  if (intent === undefined) releaseCharge(call, charge, true);
  else endIntent(call, intent, 'expire', 'automatic');
};

type Due = { readonly charge: ChargeObject; readonly at: number };

// Every charge can be captured for equally long: the oldest one that is held lapses first.
const dueCharges = function* ({ memory: { state, clock } }: EngineParts): Iterable<Due> {
  const now = clock.now();
  for (const charge of state.charges.oldestFirst({ index: 'held', key: 'yes' })) {
    const at = charge.payment_method_details.card.capture_before ?? now;
    if (at > now) return;
    yield { charge, at };
  }
};

/**
 * Lets lapse what was not captured in time, each at its own moment, or where something has happened since then, at the
 * moment of that: events never go back in time. Costs what lapses.
 */
export const expireDueCharges = (parts: EngineParts): void => {
  const { clock } = parts.memory;
  const { latest } = clock.state();
  const due = [...dueCharges(parts)];
  for (const { charge, at } of due) {
    const call = createContext(parts, { by: null, chargeFault: null, now: Math.max(at, latest) });
    expireCharge(call, charge);
  }
  if (due.length > 0) clock.mark();
};
