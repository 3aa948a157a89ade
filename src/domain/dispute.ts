import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { minorUnits } from './money.js';
import { nullable, text } from './primitives.js';

/** A dispute: a cardholder's bank wants a charge back. `amount` is cents. */
export const Dispute = t.intersection(
  [
    t.type({
      id: text('`du_...` or `dp_...`'),
      object: t.literal('dispute'),
      amount: minorUnits('Disputed amount in cents'),
      charge: text('`ch_...`'),
      created: UnixSeconds,
      currency: text('Three-letter ISO code'),
      reason: text('What the cardholder says', {
        examples: ['fraudulent', 'product_not_received'],
      }),
      status: text('Where it stands', { examples: ['needs_response', 'won', 'lost'] }),
    }),
    t.partial({ payment_intent: nullable(text('`pi_...`')) }),
  ],
  'Dispute',
);
export interface Dispute extends Readonly<t.TypeOf<typeof Dispute>> {}
