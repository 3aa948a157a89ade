import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { nullable, openWord, text } from './primitives.js';

const check = '`pass`, `fail`, `unavailable` or `unchecked`';

/** A customer's card at the processor. It never has the number or the security code. */
export const Card = t.intersection(
  [
    t.type({
      id: text('`card_...`, or `pm_...` when it is kept as a payment method'),
      object: t.literal('card'),
      brand: openWord(
        [
          'Visa',
          'MasterCard',
          'American Express',
          'Cartes Bancaires',
          'Diners Club',
          'Discover',
          'Eftpos Australia',
          'Girocard',
          'JCB',
          'UnionPay',
          'Unknown',
        ],
        'Card brand',
      ),
      last4: text('Last four digits'),
      exp_month: t.Integer,
      exp_year: t.Integer,
      funding: openWord(['credit', 'debit', 'prepaid', 'unknown'], 'Type of funding'),
    }),
    t.partial({
      country: nullable(text('Two-letter country code')),
      fingerprint: nullable(
        text('Identifies the card number: the same number has the same fingerprint'),
      ),
      customer: nullable(text('`cus_...`')),
      cvc_check: nullable(text(check)),
      address_zip_check: nullable(text(check)),
      address_line1_check: nullable(text(check)),
    }),
  ],
  'Card',
);
export interface Card extends Readonly<t.TypeOf<typeof Card>> {}

/** The answer to the removal of a card. */
export const DeletedCard = t.type(
  { id: t.string, object: t.literal('card'), deleted: t.literal(true) },
  'DeletedCard',
);
export interface DeletedCard extends Readonly<t.TypeOf<typeof DeletedCard>> {}

/** A single-use token of a card. */
export const CardToken = t.type(
  {
    id: t.string,
    object: t.literal('token'),
    created: UnixSeconds,
    used: t.boolean,
    card: Card,
  },
  'CardToken',
);
export interface CardToken extends Readonly<t.TypeOf<typeof CardToken>> {}
