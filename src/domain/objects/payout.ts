import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { ObjectMetadata } from './metadata.js';

const payout = t.intersection(
  [
    t.type({
      /** Id of the payout, `po_...`. */
      id: text('Id of the payout, `po_...`'),
      /** Always `payout`. */
      object: t.literal('payout'),
      /** Amount in minor units (cents). */
      amount: objectAmount('Amount in minor units (cents)'),
      /** When the money arrives, Unix seconds. */
      arrival_date: UnixSeconds,
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Whether real money moves. */
      livemode: t.boolean,
      /** Status; other values are possible. */
      status: openWord(
        ['pending', 'in_transit', 'paid', 'failed', 'canceled'],
        'Status; other values are possible',
      ),
    }),
    t.partial({
      /** Whether the processor paid out by itself. */
      automatic: t.boolean,
      /** Id of its balance transaction, `txn_...`. */
      balance_transaction: nullable(text('Id of its balance transaction, `txn_...`')),
      /** Id of the balance transaction that returned the money of a failed or canceled payout, `txn_...`. */
      failure_balance_transaction: nullable(
        text(
          'Id of the balance transaction that returned the money of a failed or canceled payout, `txn_...`',
        ),
      ),
      /** Whether its transactions are known: `not_applicable` for payouts by hand, otherwise `in_progress` or `completed`. */
      reconciliation_status: openWord(
        ['not_applicable', 'in_progress', 'completed'],
        'Whether its transactions are known: `not_applicable` for payouts by hand, otherwise `in_progress` or `completed`',
      ),
      /** Description set by the shop. */
      description: nullable(text('Description set by the shop')),
      /** Why the payout failed. */
      failure_code: nullable(text('Why the payout failed')),
      /** The text of the processor. */
      failure_message: nullable(text('The text of the processor')),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Payout',
);
/** A payout of the processor to the shop's bank account. `amount` is in minor units (cents), and may be negative. */
export interface Payout extends Readonly<t.TypeOf<typeof payout>> {}
export const Payout: t.Type<Payout> = payout;
