import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredSession } from '../objects/checkout-session.js';
import type { EventType } from '../objects/event-types.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { saveSession } from './session-record.js';

/** The intent of a session after it has moved. */
export type MovedIntent = PaymentIntentObject | SetupIntentObject;

const ended: ReadonlyArray<string> = ['succeeded', 'requires_capture', 'processing'];

/** Follows a session that was complete while its payment was still in `processing`. */
const lateEvent = ({ status }: MovedIntent): EventType | undefined => {
  if (status === 'succeeded') return 'checkout.session.async_payment_succeeded';
  return status === 'requires_payment_method' ? 'checkout.session.async_payment_failed' : undefined;
};

const complete = (session: StoredSession): StoredSession => ({
  ...session,
  ...session.submission,
  status: 'complete',
  submission: null,
  url: null,
});

/** Moves the session of an intent, if it has one, after the intent has moved. */
export const followIntent = (context: RequestContext, intent: MovedIntent): void => {
  const key = intent.id;
  for (const session of context.state.checkoutSessions.newestFirst({ index: 'intent', key })) {
    if (session.status === 'complete') saveSession(context, session, lateEvent(intent));
    else if (session.status === 'open' && ended.includes(intent.status)) {
      saveSession(context, complete(session), 'checkout.session.completed');
    }
  }
};

/** A control of intents that moves the session of the intent too. */
export const movingSession = <P, I extends MovedIntent>(control: Control<P, I>): Control<P, I> => ({
  name: control.name,
  run: (context) => (params) =>
    pipe(
      control.run(context)(params),
      E.tap((intent) => E.right(followIntent(context, intent))),
    ),
});
