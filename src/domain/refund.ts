import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { minorUnits } from './money.js';
import { nullable, text } from './primitives.js';

/** Why money goes back. */
export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
/** Why money goes back. */
export type RefundReason = (typeof refundReasons)[number];

/** A refund as the processor keeps it. `amount` is cents. */
export const Refund = t.intersection(
  [
    t.type({
      id: text('`re_...`'),
      object: t.literal('refund'),
      amount: minorUnits('Amount in cents'),
      currency: text('Three-letter ISO code'),
      created: UnixSeconds,
    }),
    t.partial({
      status: nullable(
        text('Where it stands; other values may come', {
          examples: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
        }),
      ),
      charge: nullable(text('`ch_...`')),
      payment_intent: nullable(text('`pi_...`')),
      reason: nullable(t.string),
      metadata: ObjectMetadata,
    }),
  ],
  'Refund',
);
export interface Refund extends Readonly<t.TypeOf<typeof Refund>> {}
