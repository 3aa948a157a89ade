import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { awaitedMethodOf } from '../intents/awaited-method.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { methods } from '../methods/methods.js';
import type { StoredSession } from '../objects/checkout-session.js';
import { type SimulatedMethodType, simulatedMethodTypes } from '../objects/payment-method.js';
import { findSession } from './read.js';

/** The customer's inputs for payment methods that are not cards. */
export const checkoutInputs = ['iban', 'name', 'phone'] as const;
export type CheckoutInput = (typeof checkoutInputs)[number];

/** A way of paying that a page offers. */
export type CheckoutMethod = {
  readonly type: 'card' | SimulatedMethodType;
  /** The name that customers know; empty: it has none of its own. */
  readonly name: string;
  /** The customer's inputs for it, besides the email address and the fields of a card. */
  readonly asks: ReadonlyArray<CheckoutInput>;
  /** Where the customer goes on; `null`: nowhere. */
  readonly goesOn: 'app' | 'redirect' | null;
  /** Whether the customer agrees to a direct debit. */
  readonly mandate: boolean;
};

/** The customer's next step: a challenge of a card, the page of another method, or an app. */
export type CheckoutAction = {
  readonly kind: 'app' | 'challenge' | 'redirect';
  readonly intent: string;
  readonly name: string;
  readonly url: string;
};

/** How the page of a session goes on, which the session itself does not show. */
type CheckoutPageState = {
  readonly methods: ReadonlyArray<CheckoutMethod>;
  readonly action: CheckoutAction | null;
  /** Whether the bank has yet to pay, of a session that is complete, or has refused to; `null`: neither. */
  readonly debit: 'failed' | 'pending' | null;
  /** The code of the error with which the last payment failed; `null`: none. */
  readonly failure: string | null;
};

const savesMethod = ({ mode, intent, payment_method_options: { card } }: StoredSession): boolean =>
  mode === 'setup' || (card.setup_future_usage ?? intent.setup_future_usage) !== undefined;

const methodsOf = (session: StoredSession): ReadonlyArray<CheckoutMethod> =>
  session.payment_method_types.flatMap((offered): ReadonlyArray<CheckoutMethod> => {
    if (offered === 'card') {
      return [{ type: 'card', name: '', asks: [], goesOn: null, mandate: false }];
    }
    const type = simulatedMethodTypes.find((one) => one === offered);
    // On Stripe's page, Link fills in a card, and the payment shows a card: https://docs.stripe.com/payments/link/accept-a-payment
    const fillsInCard = type === 'link' && session.payment_method_types.includes('card');
    if (type === undefined || fillsInCard) return [];
    const { name, confirmation, mandate, needs, params, setUp } = methods[type];
    // The page asks every customer for an email address, and for a phone number if the shop wants one.
    const asked = session.phone_number_collection.enabled ? ['email', 'phone'] : ['email'];
    const asks = checkoutInputs.filter((input) =>
      input === 'iban' ? 'iban' in params.known : needs.includes(input) && !asked.includes(input),
    );
    // The page cannot lead to another one, because the customer would not come back.
    if (session.redirect_on_completion === 'never' && confirmation === 'redirect') return [];
    const goesOn = confirmation === 'app' || confirmation === 'redirect' ? confirmation : null;
    const becomesDebit = typeof setUp === 'object' && savesMethod(session);
    return [{ type, name, asks, goesOn, mandate: mandate || becomesDebit }];
  });

const actionOf = ({ state }: RequestContext, session: StoredSession): CheckoutAction | null => {
  const intent =
    state.intents.get(session.payment_intent ?? '') ??
    state.setupIntents.get(session.setup_intent ?? '');
  const action = intent?.next_action ?? null;
  if (session.status !== 'open' || intent === undefined || action === null) return null;
  const { type, name } = awaitedMethodOf(state, intent);
  return action.type === 'use_stripe_sdk'
    ? { kind: 'app', intent: intent.id, name, url: action.use_stripe_sdk.stripe_js }
    : {
        kind: type === 'card' ? 'challenge' : 'redirect',
        intent: intent.id,
        name,
        url: action.redirect_to_url.url,
      };
};

const failureOf = (
  { state }: RequestContext,
  { payment_intent, setup_intent }: StoredSession,
): string | null => {
  const error =
    state.intents.get(payment_intent ?? '')?.last_payment_error ??
    state.setupIntents.get(setup_intent ?? '')?.last_setup_error;
  return error?.code ?? null;
};

const debitOf = (
  { state }: RequestContext,
  { status, payment_intent }: StoredSession,
): CheckoutPageState['debit'] => {
  if (status !== 'complete') return null;
  const of = state.intents.get(payment_intent ?? '')?.status;
  if (of === 'processing') return 'pending';
  return of === 'requires_payment_method' ? 'failed' : null;
};

/** Shows how the page of a session goes on. */
export const showCheckoutPage: Control<{ readonly session: string }, CheckoutPageState> = {
  name: 'showCheckoutPage',
  run: (context) => (params) =>
    pipe(
      findSession(context, params.session),
      E.map((session) => ({
        methods: methodsOf(session),
        action: actionOf(context, session),
        debit: debitOf(context, session),
        failure: failureOf(context, session),
      })),
    ),
};
