import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { ObjectMetadata } from './metadata.js';

const charge = t.intersection(
  [
    t.type({
      /** Id of the charge, `ch_...`. */
      id: text('Id of the charge, `ch_...`'),
      /** Always `charge`. */
      object: t.literal('charge'),
      /** Amount in minor units (cents). */
      amount: objectAmount('Amount in minor units (cents)'),
      /** Outcome of the charge. */
      status: openWord(['succeeded', 'pending', 'failed'], 'Outcome of the charge'),
      /** Whether it succeeded. */
      paid: t.boolean,
    }),
    t.partial({
      /** Amount refunded so far, in minor units (cents). */
      amount_refunded: objectAmount('Amount refunded so far, in minor units (cents)'),
      /** Whether all of it is refunded. */
      refunded: t.boolean,
      /** Amount captured, in minor units. */
      amount_captured: objectAmount('Amount captured, in minor units'),
      /** Whether it is captured. */
      captured: t.boolean,
      /** Description set by the shop. */
      description: nullable(text('Description set by the shop')),
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Id of the payment intent, `pi_...`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`')),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Charge',
);
/** A charge at the processor. Amounts are in minor units (cents). */
export interface Charge extends Readonly<t.TypeOf<typeof charge>> {}
export const Charge: t.Type<Charge> = charge;

const ledgerCharge = t.intersection(
  [
    ...charge.types,
    t.type({
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Amount captured, in minor units. */
      amount_captured: objectAmount('Amount captured, in minor units'),
      /** Amount refunded so far, in minor units (cents). */
      amount_refunded: objectAmount('Amount refunded so far, in minor units (cents)'),
      /** Whether it is captured. */
      captured: t.boolean,
      /** Whether all of it is refunded. */
      refunded: t.boolean,
    }),
    t.partial({
      /** Id of its balance transaction, `txn_...`; `null`: it is not booked, or not yet. */
      balance_transaction: nullable(
        text('Id of its balance transaction, `txn_...`; `null`: it is not booked, or not yet'),
      ),
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** Whether it is disputed. */
      disputed: t.boolean,
      /** Why it failed, for example `card_declined`. */
      failure_code: nullable(text('Why it failed, for example `card_declined`')),
      /** Whether real money moves. */
      livemode: t.boolean,
      /** The kind of payment method: fees depend on it. */
      payment_method_details: nullable(
        t.partial({
          /** Type of the payment method, such as `card`. */
          type: text('Type of the payment method, such as `card`'),
          /** The kind of card. */
          card: nullable(
            t.partial({
              /** Brand, for example `visa`. */
              brand: nullable(text('Brand, for example `visa`')),
              /** Two-letter code of the country of the bank. */
              country: nullable(text('Two-letter code of the country of the bank')),
              /** Such as `credit` or `debit`. */
              funding: nullable(text('Such as `credit` or `debit`')),
              /** Until when an authorization can be captured, Unix seconds. */
              capture_before: UnixSeconds,
            }),
          ),
        }),
      ),
    }),
  ],
  'LedgerCharge',
);
/** A charge in the ledger of the processor, with what its balance and its fees depend on. Amounts are in minor units (cents). */
export interface LedgerCharge extends Readonly<t.TypeOf<typeof ledgerCharge>> {}
export const LedgerCharge: t.Type<LedgerCharge> = ledgerCharge;
