import * as t from 'io-ts';
import { nullable } from './nullable.js';
import { UnixSeconds } from './unix-seconds.js';

/** Why money goes back. */
export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** A refund as the processor keeps it. `amount` is cents. */
export const Refund = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('refund'),
      amount: t.Integer,
      currency: t.string,
      created: UnixSeconds,
    }),
    t.partial({
      status: nullable(t.string),
      charge: nullable(t.string),
      payment_intent: nullable(t.string),
      reason: nullable(t.string),
    }),
  ],
  'Refund',
);
export type Refund = Readonly<t.TypeOf<typeof Refund>>;
