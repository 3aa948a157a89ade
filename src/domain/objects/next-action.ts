import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';

const redirect = t.partial({
  /** The page where the customer authenticates. */
  redirect_to_url: t.partial({
    /** Page where the customer authenticates. */
    url: nullable(text('Page where the customer authenticates')),
    /** Page that the customer returns to. */
    return_url: nullable(text('Page that the customer returns to')),
  }),
});

/** The step that an intent of Stripe in `requires_action` waits for. Those of Stripe's client library pass through. */
export const StripeNextAction = t.intersection([
  t.type({
    /** The kind of step, such as `redirect_to_url`. */
    type: t.string,
  }),
  redirect,
]);

const intentNextAction = t.intersection([
  t.type({
    /** The kind of step; other values are possible. */
    type: openWord(
      ['redirect_to_url', 'post_form', 'await_customer', 'use_stripe_sdk'],
      'The kind of step; other values are possible',
    ),
  }),
  redirect,
  t.partial({
    /** The form that the customer's browser sends to the bank. */
    post_form: t.type({
      /** Address of the bank, to which the customer's browser sends the fields with POST. */
      url: text("Address of the bank, to which the customer's browser sends the fields with POST"),
      /** The fields of the form by name. */
      fields: t.readonly(t.record(t.string, t.string)),
    }),
    /** The approval of the customer, in an app of the bank. */
    await_customer: t.partial({
      /** When it expires, Unix seconds. */
      expires_at: UnixSeconds,
    }),
  }),
]);
/**
 * The step that an intent in `requires_action` waits for. `type` names the field with its details: `redirect_to_url`, the page
 * where the customer authenticates; `post_form`, a form that the customer's browser sends to the bank; `await_customer`, an
 * approval in an app, for which the intent is read again. Processors add their own, such as Stripe's `use_stripe_sdk`, which
 * pass through.
 */
export interface IntentNextAction extends Readonly<t.TypeOf<typeof intentNextAction>> {}
export const IntentNextAction: t.Type<IntentNextAction> = intentNextAction;
