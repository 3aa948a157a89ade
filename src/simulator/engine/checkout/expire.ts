import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CheckoutSessionObject, StoredSession } from '../objects/checkout-session.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { endIntent } from '../payment-intents/cancel.js';
import { cancelSetup } from '../setup-intents/cancel.js';
import { findSession } from './read.js';
import { saveSession } from './session-record.js';

// Ends its intent too. A payment has one if the customer has tried to pay.
const expireSession = (context: RequestContext, session: StoredSession): CheckoutSessionObject => {
  const intent = context.state.intents.get(session.payment_intent ?? '');
  if (intent !== undefined) endIntent(context, intent, 'cancel');
  if (session.setup_intent !== null) {
    cancelSetup.run(context)({ setup_intent: session.setup_intent });
  }
  return saveSession(
    context,
    { ...session, status: 'expired', url: null },
    'checkout.session.expired',
  );
};

/** Ends a session when its time is over, unless it is complete. */
export const expireInTime = (context: RequestContext, id: string): void => {
  const session = context.state.checkoutSessions.get(id);
  if (session?.status === 'open') expireSession(context, session);
};

/** Ends an open session before its time. */
export const expireCheckoutSession = operation({
  name: 'expireCheckoutSession',
  method: 'POST',
  path: '/v1/checkout/sessions/:session/expire',
  returns: 'checkout.session',
  params: shape({ session: textParam }),
  run: (context) => (params) =>
    pipe(
      findSession(context, params.session),
      E.filterOrElse(
        ({ status }) => status === 'open',
        ({ status }) =>
          invalidRequest(
            `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
          ),
      ),
      E.map((session) => expireSession(context, session)),
    ),
});
