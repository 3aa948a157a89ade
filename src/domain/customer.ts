import * as t from 'io-ts';
import { Card } from './card.js';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, oneOf, text } from './primitives.js';

/** A customer at the processor. Fields that are not listed here pass through. */
export const Customer = t.intersection(
  [
    t.type({
      id: text('`cus_...`'),
      object: t.literal('customer'),
      created: UnixSeconds,
    }),
    t.partial({
      email: nullable(text('Email address')),
      name: nullable(text('Full name')),
      phone: nullable(text('Phone number')),
      default_source: nullable(text('Id of the default card, `card_...`')),
      balance: objectAmount('In cents; negative is credit'),
      currency: nullable(t.string),
      metadata: ObjectMetadata,
    }),
  ],
  'Customer',
);
export interface Customer extends Readonly<t.TypeOf<typeof Customer>> {}

/** A deleted customer: the processor returns this with status 200. */
export const DeletedCustomer = t.type(
  { id: t.string, object: t.literal('customer'), deleted: t.literal(true) },
  'DeletedCustomer',
);
export interface DeletedCustomer extends Readonly<t.TypeOf<typeof DeletedCustomer>> {}

/** A payment source of a customer: a card, or another kind that the processor lists among the sources. */
export const CustomerSource = t.union(
  [
    Card,
    t.type({
      id: text('Id of the source'),
      object: oneOf(['account', 'bank_account', 'source'], 'Kind of source'),
    }),
  ],
  'CustomerSource',
);
export type CustomerSource = Readonly<t.TypeOf<typeof CustomerSource>>;
