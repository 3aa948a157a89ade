import * as t from 'io-ts';
import { nullable } from './nullable.js';

/** A customer's card as the processor keeps it: never its number, never its security code. */
export const Card = t.intersection(
  [
    t.type({
      id: t.string,
      object: t.literal('card'),
      brand: t.string,
      last4: t.string,
      exp_month: t.Integer,
      exp_year: t.Integer,
      funding: t.string,
    }),
    t.partial({
      country: nullable(t.string),
      fingerprint: nullable(t.string),
      customer: nullable(t.string),
      cvc_check: nullable(t.string),
      address_zip_check: nullable(t.string),
      address_line1_check: nullable(t.string),
    }),
  ],
  'Card',
);
export type Card = Readonly<t.TypeOf<typeof Card>>;

/** What is left of a removed card. */
export const DeletedCard = t.type(
  { id: t.string, object: t.literal('card'), deleted: t.literal(true) },
  'DeletedCard',
);
export type DeletedCard = Readonly<t.TypeOf<typeof DeletedCard>>;
