import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { nullable, openWord, text } from './primitives.js';

const redirect = t.partial({
  redirect_to_url: t.partial({
    url: nullable(text('Page where the customer authenticates')),
    return_url: nullable(text('Page that the customer returns to')),
  }),
});

/** The step that an intent of Stripe in `requires_action` waits for. Those of Stripe's client library pass through. */
export const StripeNextAction = t.intersection([t.type({ type: t.string }), redirect]);

/**
 * The step that an intent in `requires_action` waits for. `type` names the field with its details: `redirect_to_url`, the page
 * where the customer authenticates; `post_form`, a form that the customer's browser sends to the bank; `await_customer`, an
 * approval in an app, for which the intent is read again. Processors add their own, such as Stripe's `use_stripe_sdk`, which
 * pass through.
 */
export const IntentNextAction = t.intersection([
  t.type({
    type: openWord(
      ['redirect_to_url', 'post_form', 'await_customer', 'use_stripe_sdk'],
      'The kind of step; other values are possible',
    ),
  }),
  redirect,
  t.partial({
    post_form: t.type({
      url: text("Address of the bank, to which the customer's browser sends the fields with POST"),
      fields: t.readonly(t.record(t.string, t.string)),
    }),
    await_customer: t.partial({ expires_at: UnixSeconds }),
  }),
]);
export type IntentNextAction = Readonly<t.TypeOf<typeof IntentNextAction>>;
