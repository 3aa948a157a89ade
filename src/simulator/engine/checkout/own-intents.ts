import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { IntentKind } from '../intents/refusals.js';
import { type EngineOperation, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredSession } from '../objects/checkout-session.js';
import type { JsonObject } from '../objects/json.js';

type IntentParams = { readonly payment_intent: string } | { readonly setup_intent: string };

// The bank may decline the payment of a complete session late. A confirmation by others would then pay it without an event of
// the session.
const leftToPage = {
  cancel: ['open'],
  confirm: ['open', 'complete'],
  update: ['open'],
} as const satisfies { readonly [action: string]: ReadonlyArray<StoredSession['status']> };
type Action = keyof typeof leftToPage;

const isLeftToPage = ({ state }: RequestContext, action: Action, params: IntentParams): boolean => {
  const key = 'payment_intent' in params ? params.payment_intent : params.setup_intent;
  const left: ReadonlyArray<StoredSession['status']> = leftToPage[action];
  for (const { status } of state.checkoutSessions.newestFirst({ index: 'intent', key })) {
    if (left.includes(status)) return true;
  }
  return false;
};

// Fields that may change although the page of a session acts on the intent.
const notes: ReadonlySet<string> = new Set([
  'description',
  'metadata',
  'payment_intent',
  'setup_intent',
]);

// Both sentences are Stripe's; observed with cancellations of payment intents and confirmations of setup intents.
const notCanceled = (kind: IntentKind): ApiError =>
  invalidRequest(
    `You cannot perform this action on ${kind}s created by Checkout. Try expiring the Checkout Session instead.`,
  );
const notConfirmed = (kind: IntentKind): ApiError =>
  invalidRequest(`You cannot confirm ${kind}s created by Checkout.`);

const notChanged = (kind: IntentKind, params: object): ApiError | null => {
  const terms = Object.keys(params).filter((name) => !notes.has(name));
  return terms.length === 0
    ? null
    : invalidRequest(
        `Some of the parameters you provided (${terms.join(', ')}) cannot be used when modifying a ${kind} that was created by Checkout. You can try again without those parameters.`,
      );
};

const problems = {
  cancel: notCanceled,
  confirm: notConfirmed,
  update: notChanged,
} as const;

/** The same operation, refused while the page of a checkout session acts on the intent. */
export const exceptForCheckout = <P extends IntentParams, A extends JsonObject>(
  action: Action,
  known: EngineOperation<P, A>,
): EngineOperation<P, A> =>
  operation({
    ...known,
    run: (context) => (params) => {
      const kind = 'payment_intent' in params ? 'PaymentIntent' : 'SetupIntent';
      const problem = isLeftToPage(context, action, params) ? problems[action](kind, params) : null;
      return problem === null ? known.run(context)(params) : E.left(problem);
    },
  });
