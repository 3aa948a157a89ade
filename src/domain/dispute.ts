import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

const dispute = t.intersection(
  [
    t.type({
      /** Id of the dispute, `du_...` or `dp_...`. */
      id: text('Id of the dispute, `du_...` or `dp_...`'),
      /** Always `dispute`. */
      object: t.literal('dispute'),
      /** Disputed amount in minor units (cents). */
      amount: objectAmount('Disputed amount in minor units (cents)'),
      /** Id of the charge, `ch_...`. */
      charge: text('Id of the charge, `ch_...`'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Reason given by the cardholder. */
      reason: openWord(
        [
          'bank_cannot_process',
          'check_returned',
          'credit_not_processed',
          'customer_initiated',
          'debit_not_authorized',
          'duplicate',
          'fraudulent',
          'general',
          'incorrect_account_details',
          'insufficient_funds',
          'noncompliant',
          'product_not_received',
          'product_unacceptable',
          'subscription_canceled',
          'unrecognized',
        ],
        'Reason given by the cardholder',
      ),
      /** Status of the dispute. */
      status: openWord(
        [
          'warning_needs_response',
          'warning_under_review',
          'warning_closed',
          'needs_response',
          'under_review',
          'won',
          'lost',
          'prevented',
        ],
        'Status of the dispute',
      ),
    }),
    t.partial({
      /** Id of the payment intent, `pi_...`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`')),
    }),
  ],
  'Dispute',
);
/** A dispute: the cardholder's bank claims a charge back. `amount` is in minor units (cents). */
export interface Dispute extends Readonly<t.TypeOf<typeof dispute>> {}
export const Dispute: t.Type<Dispute> = dispute;
