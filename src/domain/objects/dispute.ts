import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { ObjectMetadata } from './metadata.js';

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
      /** The withdrawals and returns of money that it caused. */
      balance_transactions: t.readonlyArray(
        t.type({
          /** Id of the balance transaction, `txn_...`. */
          id: text('Id of the balance transaction, `txn_...`'),
          /** Amount in minor units (cents); negative when money leaves the balance. */
          amount: objectAmount(
            'Amount in minor units (cents); negative when money leaves the balance',
          ),
          /** Three-letter ISO code of the balance. */
          currency: text('Three-letter ISO code of the balance'),
          /** Fees, in minor units (cents). */
          fee: objectAmount('Fees, in minor units (cents)'),
          /** The amount without the fees, in minor units (cents). */
          net: objectAmount('The amount without the fees, in minor units (cents)'),
        }),
      ),
      /** The state of the evidence, and its deadline. */
      evidence_details: t.partial({
        /** The deadline for evidence, Unix seconds; `null`: none can be submitted any more. */
        due_by: nullable(UnixSeconds),
        /** Whether it has evidence. */
        has_evidence: t.boolean,
        /** Whether the last evidence came after the deadline. */
        past_due: t.boolean,
        /** How often evidence was submitted. */
        submission_count: t.Integer,
      }),
      /** Whether its charge can be refunded. */
      is_charge_refundable: t.boolean,
      /** Whether real money moves. */
      livemode: t.boolean,
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Dispute',
);
/** A dispute: the cardholder's bank claims a charge back. `amount` is in minor units (cents). */
export interface Dispute extends Readonly<t.TypeOf<typeof dispute>> {}
export const Dispute: t.Type<Dispute> = dispute;
