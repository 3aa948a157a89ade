import { flag } from '../params/flag.js';
import { integer } from '../params/integer.js';
import { metadataParam } from '../params/metadata-param.js';
import { oneOf } from '../params/one-of.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { shipping } from '../params/shipping.js';
import { text } from '../params/text.js';

/** How an intent is confirmed. */
export const confirmationFields = {
  payment_method: text,
  return_url: text,
  off_session: flag,
  error_on_requires_action: flag,
  setup_future_usage: oneOf('on_session', 'off_session'),
} as const;

const ConfirmParams = shape({}, confirmationFields);
export type ConfirmParams = ParamsOf<typeof ConfirmParams>;

/** A new intent. `amount` is minor units. */
export const CreateIntentParams = shape(
  { amount: integer, currency: text },
  {
    ...confirmationFields,
    customer: text,
    confirm: flag,
    confirmation_method: oneOf('automatic', 'manual'),
    capture_method: oneOf('automatic', 'automatic_async', 'manual'),
    description: text,
    metadata: metadataParam,
    payment_method_options: shape(
      {},
      { card: shape({}, { request_three_d_secure: oneOf('any', 'automatic', 'challenge') }) },
    ),
    receipt_email: text,
    shipping,
    statement_descriptor: text,
    statement_descriptor_suffix: text,
    transfer_group: text,
  },
);
export type CreateIntentParams = ParamsOf<typeof CreateIntentParams>;
