import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';

const feeDetail = t.intersection([
  t.type({
    /** Amount of the fee, in minor units (cents). */
    amount: objectAmount('Amount of the fee, in minor units (cents)'),
    /** Three-letter ISO code. */
    currency: text('Three-letter ISO code'),
    /** Type of the fee; other values are possible. */
    type: openWord(
      ['application_fee', 'payment_method_passthrough_fee', 'stripe_fee', 'tax', 'withheld_tax'],
      'Type of the fee; other values are possible',
    ),
  }),
  t.partial({
    /** The text of the processor. */
    description: nullable(text('The text of the processor')),
  }),
]);

const balanceTransaction = t.intersection(
  [
    t.type({
      /** Id of the balance transaction, `txn_...`. */
      id: text('Id of the balance transaction, `txn_...`'),
      /** Always `balance_transaction`. */
      object: t.literal('balance_transaction'),
      /** Amount in minor units (cents) of the balance's currency; negative when money leaves the balance. */
      amount: objectAmount(
        "Amount in minor units (cents) of the balance's currency; negative when money leaves the balance",
      ),
      /** When the net amount becomes available, Unix seconds. */
      available_on: UnixSeconds,
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Three-letter ISO code of the balance, which may differ from that of the payment. */
      currency: text(
        'Three-letter ISO code of the balance, which may differ from that of the payment',
      ),
      /** Fees, in minor units (cents). */
      fee: objectAmount('Fees, in minor units (cents)'),
      /** The amount without the fees, in minor units (cents). */
      net: objectAmount('The amount without the fees, in minor units (cents)'),
      /** Whether the net amount is available. */
      status: openWord(['available', 'pending'], 'Whether the net amount is available'),
      /** Type; other values are possible. */
      type: openWord(
        [
          'adjustment',
          'charge',
          'payment',
          'payment_failure_refund',
          'payment_refund',
          'payout',
          'payout_cancel',
          'payout_failure',
          'refund',
          'refund_failure',
          'stripe_fee',
        ],
        'Type; other values are possible',
      ),
    }),
    t.partial({
      /** The text of the processor, or of the charge. */
      description: nullable(text('The text of the processor, or of the charge')),
      /** By how much the amount was multiplied, if the payment has another currency. */
      exchange_rate: nullable(t.number),
      /** The fees one by one. */
      fee_details: t.readonlyArray(feeDetail),
      /** Category in the reports of the processor, for example `dispute`. */
      reporting_category: text('Category in the reports of the processor, for example `dispute`'),
      /** Id of the charge, refund, dispute or payout that moved the money. */
      source: nullable(text('Id of the charge, refund, dispute or payout that moved the money')),
    }),
  ],
  'BalanceTransaction',
);
/** A change of the balance at the processor. Amounts are in minor units (cents); `net` is `amount` without `fee`. */
export interface BalanceTransaction extends Readonly<t.TypeOf<typeof balanceTransaction>> {}
export const BalanceTransaction: t.Type<BalanceTransaction> = balanceTransaction;
