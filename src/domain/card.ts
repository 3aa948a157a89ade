import * as t from 'io-ts';
import { nullable } from './nullable.js';
import { text } from './text.js';

const check = '`pass`, `fail`, `unavailable` or `unchecked`';

/** A customer's card as the processor keeps it: never its number, never its security code. */
export const Card = t.intersection(
  [
    t.type({
      id: text('`card_...`, or `pm_...` of one that is kept as a payment method'),
      object: t.literal('card'),
      brand: text('Card brand', { examples: ['Visa', 'MasterCard', 'American Express'] }),
      last4: text('Last four digits'),
      exp_month: t.Integer,
      exp_year: t.Integer,
      funding: text('How it is funded', { examples: ['credit', 'debit', 'prepaid'] }),
    }),
    t.partial({
      country: nullable(text('Two-letter country code')),
      fingerprint: nullable(text('The same for the same number')),
      customer: nullable(text('`cus_...`')),
      cvc_check: nullable(text(check)),
      address_zip_check: nullable(text(check)),
      address_line1_check: nullable(text(check)),
    }),
  ],
  'Card',
);
export interface Card extends Readonly<t.TypeOf<typeof Card>> {}

/** What is left of a removed card. */
export const DeletedCard = t.type(
  { id: t.string, object: t.literal('card'), deleted: t.literal(true) },
  'DeletedCard',
);
export interface DeletedCard extends Readonly<t.TypeOf<typeof DeletedCard>> {}
