import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

/** A dispute: the cardholder's bank claims a charge back. `amount` is in minor units (cents). */
export const Dispute = t.intersection(
  [
    t.type({
      id: text('`du_...` or `dp_...`'),
      object: t.literal('dispute'),
      amount: objectAmount('Disputed amount in cents'),
      charge: text('`ch_...`'),
      created: UnixSeconds,
      currency: text('Three-letter ISO code'),
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
    t.partial({ payment_intent: nullable(text('`pi_...`')) }),
  ],
  'Dispute',
);
export interface Dispute extends Readonly<t.TypeOf<typeof Dispute>> {}
