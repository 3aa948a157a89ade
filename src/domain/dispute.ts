import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { minorUnits } from './money.js';
import { nullable, text } from './primitives.js';

/** A dispute: the cardholder's bank claims a charge back. `amount` is in minor units (cents). */
export const Dispute = t.intersection(
  [
    t.type({
      id: text('`du_...` or `dp_...`'),
      object: t.literal('dispute'),
      amount: minorUnits('Disputed amount in cents'),
      charge: text('`ch_...`'),
      created: UnixSeconds,
      currency: text('Three-letter ISO code'),
      reason: text('Reason given by the cardholder', {
        examples: ['fraudulent', 'product_not_received'],
      }),
      status: text('Status of the dispute', { examples: ['needs_response', 'won', 'lost'] }),
    }),
    t.partial({ payment_intent: nullable(text('`pi_...`')) }),
  ],
  'Dispute',
);
export interface Dispute extends Readonly<t.TypeOf<typeof Dispute>> {}
