import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, oneOf, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { Card } from './card.js';
import { ObjectMetadata } from './metadata.js';

const customer = t.intersection(
  [
    t.type({
      /** Id of the customer, `cus_...`. */
      id: text('Id of the customer, `cus_...`'),
      /** Always `customer`. */
      object: t.literal('customer'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
    }),
    t.partial({
      /** Email address. */
      email: nullable(text('Email address')),
      /** Full name. */
      name: nullable(text('Full name')),
      /** Phone number. */
      phone: nullable(text('Phone number')),
      /** Id of the default card, `card_...`. */
      default_source: nullable(text('Id of the default card, `card_...`')),
      /** Balance in minor units (cents); negative is credit. */
      balance: objectAmount('Balance in minor units (cents); negative is credit'),
      /** Three-letter ISO code. */
      currency: nullable(t.string),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
    }),
  ],
  'Customer',
);
/** A customer at the processor. Fields that are not listed here pass through. */
export interface Customer extends Readonly<t.TypeOf<typeof customer>> {}
export const Customer: t.Type<Customer> = customer;

const deletedCustomer = t.type(
  {
    /** Id of the customer, `cus_...`. */
    id: t.string,
    /** Always `customer`. */
    object: t.literal('customer'),
    /** Always `true`. */
    deleted: t.literal(true),
  },
  'DeletedCustomer',
);
/** A deleted customer: the processor returns this with status 200. */
export interface DeletedCustomer extends Readonly<t.TypeOf<typeof deletedCustomer>> {}
export const DeletedCustomer: t.Type<DeletedCustomer> = deletedCustomer;

const otherSource = t.type({
  /** Id of the source. */
  id: text('Id of the source'),
  /** Kind of source. */
  object: oneOf(['account', 'bank_account', 'source'], 'Kind of source'),
});
interface OtherSource extends Readonly<t.TypeOf<typeof otherSource>> {}

/** A payment source of a customer: a card, or another kind that the processor lists among the sources. */
export type CustomerSource = Card | OtherSource;
export const CustomerSource: t.Type<CustomerSource> = t.union(
  [Card, otherSource],
  'CustomerSource',
);
