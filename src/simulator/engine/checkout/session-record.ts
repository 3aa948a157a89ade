import type { RequestContext } from '../kernel/request-context.js';
import type { CheckoutSessionObject, StoredSession } from '../objects/checkout-session.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze } from '../objects/json.js';
import type { State } from '../store/state.js';

const paymentStatus = (
  { intents }: Pick<State, 'intents'>,
  { mode, payment_intent }: StoredSession,
): CheckoutSessionObject['payment_status'] => {
  if (mode === 'setup') return 'no_payment_required';
  return intents.get(payment_intent ?? '')?.status === 'succeeded' ? 'paid' : 'unpaid';
};

/** A session on the wire. */
export const toSession = (
  state: Pick<State, 'intents'>,
  session: StoredSession,
): CheckoutSessionObject => {
  const { submission: _submission, intent: _intent, ...shown } = session;
  return deepFreeze({ ...shown, payment_status: paymentStatus(state, session) });
};

/** Stores a session, and emits an event about it if there is one. */
export const saveSession = (
  { state, emit }: RequestContext,
  session: StoredSession,
  type?: EventType,
): CheckoutSessionObject => {
  state.checkoutSessions.put(deepFreeze(session));
  const shown = toSession(state, session);
  if (type !== undefined) emit(type, shown);
  return shown;
};
