import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

/** Why a charge is refunded. */
export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
/** Why a charge is refunded. */
export type RefundReason = (typeof refundReasons)[number];

/** A refund at the processor. `amount` is in minor units (cents). */
export const Refund = t.intersection(
  [
    t.type({
      id: text('`re_...`'),
      object: t.literal('refund'),
      amount: objectAmount('Amount in cents'),
      currency: text('Three-letter ISO code'),
      created: UnixSeconds,
    }),
    t.partial({
      status: nullable(
        openWord(
          ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
          'Status; other values are possible',
        ),
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
