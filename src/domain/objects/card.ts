import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';

const card = t.intersection(
  [
    t.type({
      /** Id of the card, `card_...`, or `pm_...` when it is kept as a payment method. */
      id: text('Id of the card, `card_...`, or `pm_...` when it is kept as a payment method'),
      /** Always `card`. */
      object: t.literal('card'),
      /** Card brand. */
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
      /** Last four digits. */
      last4: text('Last four digits'),
      /** Month in which the card expires, 1 to 12. */
      exp_month: t.Integer,
      /** Year in which the card expires, four digits. */
      exp_year: t.Integer,
      /** Type of funding. */
      funding: openWord(['credit', 'debit', 'prepaid', 'unknown'], 'Type of funding'),
    }),
    t.partial({
      /** Two-letter country code. */
      country: nullable(text('Two-letter country code')),
      /** Identifies the card number: the same number has the same fingerprint. */
      fingerprint: nullable(
        text('Identifies the card number: the same number has the same fingerprint'),
      ),
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** Check of the security code: `pass`, `fail`, `unavailable` or `unchecked`. */
      cvc_check: nullable(
        text('Check of the security code: `pass`, `fail`, `unavailable` or `unchecked`'),
      ),
      /** Check of the postal code: `pass`, `fail`, `unavailable` or `unchecked`. */
      address_zip_check: nullable(
        text('Check of the postal code: `pass`, `fail`, `unavailable` or `unchecked`'),
      ),
      /** Check of the first line of the address: `pass`, `fail`, `unavailable` or `unchecked`. */
      address_line1_check: nullable(
        text(
          'Check of the first line of the address: `pass`, `fail`, `unavailable` or `unchecked`',
        ),
      ),
    }),
  ],
  'Card',
);
/** A customer's card at the processor. It never has the number or the security code. */
export interface Card extends Readonly<t.TypeOf<typeof card>> {}
export const Card: t.Type<Card> = card;

const deletedCard = t.type(
  {
    /** Id of the card, `card_...` or `pm_...`. */
    id: t.string,
    /** Always `card`. */
    object: t.literal('card'),
    /** Always `true`. */
    deleted: t.literal(true),
  },
  'DeletedCard',
);
/** The answer to the removal of a card. */
export interface DeletedCard extends Readonly<t.TypeOf<typeof deletedCard>> {}
export const DeletedCard: t.Type<DeletedCard> = deletedCard;

const cardToken = t.type(
  {
    /** Id of the token, `tok_...`. */
    id: t.string,
    /** Always `token`. */
    object: t.literal('token'),
    /** When it was created, Unix seconds. */
    created: UnixSeconds,
    /** Whether it was used. */
    used: t.boolean,
    /** The card. */
    card: Card,
  },
  'CardToken',
);
/** A single-use token of a card. */
export interface CardToken extends Readonly<t.TypeOf<typeof cardToken>> {}
export const CardToken: t.Type<CardToken> = cardToken;
