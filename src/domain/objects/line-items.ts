import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Field, type Siblings } from '../input/field.js';
import { nearestField, showName } from '../input/field-names.js';
import { isPlainObject } from '../input/json.js';
import { AmountMinor } from '../money/amount.js';
import type { MinorUnits } from '../money/money.js';
import { AmountText } from '../money/whole-units.js';
import type { PartRefusal, Refusal } from '../refusal.js';

/** A line that a customer pays: so many of a thing at a price. */
export type LineItem = {
  readonly name: string;
  /** The price of one, in minor units. */
  readonly unit_amount: MinorUnits;
  readonly quantity: number;
  readonly description?: string;
};

type Priced =
  | {
      /** The price of one: text in whole units of the currency (euros), at most two decimals: `'19.99'`. */
      readonly amount: string;
      readonly amount_minor?: undefined;
    }
  | {
      /** The price of one in minor units, such as cents: 1999 is 19.99 euros, or 1999 yen. */
      readonly amount_minor: number;
      readonly amount?: undefined;
    };

/** A line as the caller writes it. */
type WrittenLineItem = Priced & {
  /** The name of the thing. The customer sees it. */
  readonly name: string;
  /** How many. Default: 1. */
  readonly quantity?: number | undefined;
  /** Describes the thing. The customer sees it. */
  readonly description?: string | undefined;
};

const mostItems = 100;

const names = ['name', 'amount', 'amount_minor', 'quantity', 'description'] as const;

const notItems: Refusal = { _tag: 'NotA', expected: 'line-items' };

const within = (index: number, name: string, refusal: PartRefusal): Refusal => ({
  _tag: 'Within',
  path: `${index}.${showName(name)}`,
  refusal,
});

const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

/** The price of one, from the one of the two fields that is given. `siblings`: the fields beside the list, with the currency. */
const readPrice = (
  { amount, amount_minor }: { readonly [name: string]: unknown },
  index: number,
  siblings: Siblings,
): E.Either<Refusal, MinorUnits> => {
  if (amount !== undefined && amount_minor !== undefined) {
    return E.left(within(index, 'amount', { _tag: 'Excludes', other: 'amount_minor' }));
  }
  const [name, read] =
    amount_minor === undefined
      ? (['amount', AmountText.refine(amount, siblings)] as const)
      : (['amount_minor', AmountMinor.refine(amount_minor, siblings)] as const);
  return pipe(
    read,
    E.mapLeft((refusal) => {
      switch (refusal._tag) {
        case 'NotA':
        case 'NotPositive':
        case 'NumberAsAmount':
        case 'TooManyDigits':
          return within(index, name, refusal);
        default:
          return notItems;
      }
    }),
  );
};

const readItem =
  (siblings: Siblings) =>
  (index: number, item: unknown): E.Either<Refusal, LineItem> => {
    if (!isPlainObject(item)) return E.left(notItems);
    const unknown = Object.keys(item).find(
      (given) => item[given] !== undefined && !names.some((name) => name === given),
    );
    if (unknown !== undefined) {
      const nearest = nearestField(names)(unknown);
      return E.left(within(index, unknown, { _tag: 'Unknown', nearest }));
    }
    const { name, description, quantity = 1 } = item;
    if (typeof name !== 'string' || name.trim() === '') {
      return E.left(within(index, 'name', { _tag: 'NotA', expected: 'text' }));
    }
    if (!isTextOrAbsent(description)) {
      return E.left(within(index, 'description', { _tag: 'NotA', expected: 'text' }));
    }
    if (!isQuantity(quantity)) {
      return E.left(within(index, 'quantity', { _tag: 'NotA', expected: 'quantity' }));
    }
    return pipe(
      readPrice(item, index, siblings),
      E.map((unit_amount) => ({
        name,
        unit_amount,
        quantity,
        ...(description === undefined ? {} : { description }),
      })),
    );
  };

const isLineItem = (value: unknown): value is LineItem =>
  isPlainObject(value) &&
  typeof value['name'] === 'string' &&
  AmountMinor.is(value['unit_amount']) &&
  isQuantity(value['quantity']) &&
  isTextOrAbsent(value['description']);

/** The lines that a customer pays, 1 to 100, with prices in units of the input's field `currency`, else in euros. */
export const LineItems = new Field<ReadonlyArray<LineItem>, ReadonlyArray<WrittenLineItem>>({
  name: 'LineItems',
  schema: {
    type: 'array',
    description:
      'The lines that the customer pays. The prices are those of one, in the currency of the session',
    minItems: 1,
    maxItems: mostItems,
    items: {
      type: 'object',
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          pattern: '\\S',
          description: 'The name of the thing. The customer sees it',
        },
        amount: AmountText.schema,
        amount_minor: AmountMinor.schema,
        quantity: {
          type: 'integer',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          default: 1,
          description: 'How many',
        },
        description: {
          type: 'string',
          description: 'Describes the thing. The customer sees it',
        },
      },
      oneOf: ['amount', 'amount_minor'].map((price) => ({
        required: [price],
        properties: { [price]: {} },
      })),
      additionalProperties: false,
    },
    examples: [[{ name: 'T-shirt', amount: '19.99', quantity: 2 }]],
  },
  is: (value): value is ReadonlyArray<LineItem> => Array.isArray(value) && value.every(isLineItem),
  refine: (value, siblings = {}) => {
    const items: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
    return items.length > 0 && items.length <= mostItems
      ? pipe(items, E.traverseArrayWithIndex(readItem(siblings)))
      : E.left(notItems);
  },
  encode: (items) =>
    items.map(({ unit_amount, ...item }) => ({ ...item, amount_minor: unit_amount })),
});

/** The sum of the lines, in minor units. */
export const totalOf = (items: ReadonlyArray<LineItem>): number =>
  items.reduce((total, { unit_amount, quantity }) => total + unit_amount * quantity, 0);

const Lines = t.readonlyArray(t.type({ unit_amount: t.number, quantity: t.number }));

/** The sum of decoded lines, in minor units; `null`: these are no lines. */
export const linesTotal = (lines: unknown): number | null =>
  Lines.is(lines)
    ? lines.reduce((total, { unit_amount, quantity }) => total + unit_amount * quantity, 0)
    : null;
