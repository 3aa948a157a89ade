import * as t from 'io-ts';
import { Card } from './card.js';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { minorUnits } from './money.js';
import { nullable, oneOf, text } from './primitives.js';

/** A customer as the processor keeps it; fields that are not named here pass through. */
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
      balance: minorUnits('In cents; negative is credit'),
      currency: nullable(t.string),
      metadata: ObjectMetadata,
    }),
  ],
  'Customer',
);
export interface Customer extends Readonly<t.TypeOf<typeof Customer>> {}

/** What is left of a deleted customer; the processor gives it with status 200. */
export const DeletedCustomer = t.type(
  { id: t.string, object: t.literal('customer'), deleted: t.literal(true) },
  'DeletedCustomer',
);
export interface DeletedCustomer extends Readonly<t.TypeOf<typeof DeletedCustomer>> {}

/** What a customer pays with: a card, or what the processor also has among a customer's sources. */
export const CustomerSource = t.union(
  [
    Card,
    t.type({
      id: text('Its id'),
      object: oneOf(['account', 'bank_account', 'source'], 'What it is'),
    }),
  ],
  'CustomerSource',
);
export type CustomerSource = Readonly<t.TypeOf<typeof CustomerSource>>;
