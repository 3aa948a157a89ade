import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { ObjectMetadata } from './metadata.js';

/** Why a charge is refunded. */
export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
/** Why a charge is refunded. */
export type RefundReason = (typeof refundReasons)[number];

const refund = t.intersection(
  [
    t.type({
      /** Id of the refund, `re_...`. */
      id: text('Id of the refund, `re_...`'),
      /** Always `refund`. */
      object: t.literal('refund'),
      /** Amount in minor units (cents). */
      amount: objectAmount('Amount in minor units (cents)'),
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
    }),
    t.partial({
      /** Status; other values are possible. */
      status: nullable(
        openWord(
          ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
          'Status; other values are possible',
        ),
      ),
      /** Id of the charge, `ch_...`. */
      charge: nullable(text('Id of the charge, `ch_...`')),
      /** Id of the payment intent, `pi_...`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`')),
      /** Why the charge is refunded. */
      reason: nullable(t.string),
      /** Id of its balance transaction, `txn_...`; `null`: it is not booked, or not yet. */
      balance_transaction: nullable(
        text('Id of its balance transaction, `txn_...`; `null`: it is not booked, or not yet'),
      ),
      /** Id of the balance transaction that returned the money of a failed refund, `txn_...`. */
      failure_balance_transaction: nullable(
        text('Id of the balance transaction that returned the money of a failed refund, `txn_...`'),
      ),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Refund',
);
/** A refund at the processor. `amount` is in minor units (cents). */
export interface Refund extends Readonly<t.TypeOf<typeof refund>> {}
export const Refund: t.Type<Refund> = refund;
