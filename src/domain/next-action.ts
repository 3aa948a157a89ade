import * as t from 'io-ts';
import { nullable, text } from './primitives.js';

/** The step that an intent in `requires_action` waits for: with `redirect_to_url`, the page where the customer authenticates. */
export const IntentNextAction = t.intersection([
  t.type({ type: t.string }),
  t.partial({
    redirect_to_url: t.partial({
      url: nullable(text('Page where the customer authenticates')),
      return_url: nullable(text('Page that the customer returns to')),
    }),
  }),
]);
