import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Field, type JsonSchema } from '../input/field.js';
import { nearestField, showName } from '../input/field-names.js';
import { isPlainObject } from '../input/json.js';
import { nullable } from '../input/primitives.js';
import type { PartRefusal, Refusal } from '../refusal.js';

const addressTexts = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;
const shippingTexts = ['name', 'phone', 'carrier', 'tracking_number'] as const;

/** A postal address. `country` is a two-letter code. */
type Address = { readonly [F in (typeof addressTexts)[number]]?: string };

/** The recipient and the address of a delivery. */
export type Shipping = {
  /** Name of the recipient. */
  readonly name: string;
  readonly address: Address;
  /** Phone number of the recipient. */
  readonly phone?: string;
  /** The delivery company, such as `Correos`. */
  readonly carrier?: string;
  /** Several numbers are separated by commas. */
  readonly tracking_number?: string;
};

const shown = nullable(t.string);

const objectShipping = t.partial({
  /** Name of the recipient. */
  name: shown,
  /** Phone number of the recipient. */
  phone: shown,
  /** Delivery company. */
  carrier: shown,
  /** Several numbers are separated by commas. */
  tracking_number: shown,
  /** The address. */
  address: nullable(
    t.partial({
      /** First line of the address. */
      line1: shown,
      /** Second line of the address. */
      line2: shown,
      /** City of the address. */
      city: shown,
      /** State or province. */
      state: shown,
      /** Postal code. */
      postal_code: shown,
      /** Two-letter country code. */
      country: shown,
    }),
  ),
});

/** The recipient and the address of a delivery, as an object of the processor has them. */
export interface ShippingOfObject extends Readonly<t.TypeOf<typeof objectShipping>> {}

/** The shipping of an object at the processor. */
export const ObjectShipping: t.Type<ShippingOfObject | null> = nullable(objectShipping);

const within = (path: string, refusal: PartRefusal): Refusal => ({
  _tag: 'Within',
  path: showName(path),
  refusal,
});

/** Reads the named strings of an object; every other field is refused. A field that is `undefined` is absent. */
const readTexts = <N extends string>(
  object: { readonly [name: string]: unknown },
  names: ReadonlyArray<N>,
  path = '',
  others: ReadonlyArray<string> = [],
): E.Either<Refusal, { readonly [F in N]?: string }> => {
  const texts: { [F in N]?: string } = {};
  for (const [given, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const name = names.find((known) => known === given);
    if (name === undefined) {
      const nearest = nearestField([...names, ...others])(given);
      return E.left(within(path + given, { _tag: 'Unknown', nearest }));
    }
    if (typeof value !== 'string') {
      return E.left(within(path + given, { _tag: 'NotA', expected: 'text' }));
    }
    texts[name] = value;
  }
  return E.right(texts);
};

const refineShipping = (value: unknown): E.Either<Refusal, Shipping> => {
  if (!isPlainObject(value)) return E.left({ _tag: 'NotA', expected: 'shipping' });
  const { address, ...rest } = value;
  return pipe(
    readTexts(rest, shippingTexts, '', ['address']),
    E.flatMap(({ name, ...texts }) =>
      name === undefined
        ? E.left(within('name', { _tag: 'NotA', expected: 'text' }))
        : E.right({ name, ...texts }),
    ),
    E.flatMap((texts) =>
      isPlainObject(address)
        ? pipe(
            readTexts(address, addressTexts, 'address.'),
            E.map((read) => ({ ...texts, address: read })),
          )
        : E.left(within('address', { _tag: 'NotA', expected: 'address' })),
    ),
  );
};

const textSchema = (description: string): JsonSchema => ({ type: 'string', description });

/** The delivery of a payment: `name` and `address` are required. */
export const ShippingField = new Field<Shipping>({
  name: 'Shipping',
  schema: {
    type: 'object',
    description: 'Recipient and address of the delivery',
    required: ['name', 'address'],
    properties: {
      name: textSchema('Name of the recipient'),
      address: {
        type: 'object',
        properties: {
          line1: { type: 'string' },
          line2: { type: 'string' },
          city: { type: 'string' },
          state: { type: 'string' },
          postal_code: { type: 'string' },
          country: textSchema('Two-letter country code'),
        },
        additionalProperties: false,
      },
      phone: textSchema('Phone number of the recipient'),
      carrier: textSchema('Delivery company'),
      tracking_number: textSchema('Several numbers are separated by commas'),
    },
    additionalProperties: false,
  },
  is: (value): value is Shipping => E.isRight(refineShipping(value)),
  refine: refineShipping,
  encode: (shipping) => shipping,
});
