import * as E from 'fp-ts/lib/Either.js';
import {
  also,
  andThen,
  type Check,
  type Checked,
  type Checks,
  inOneLine,
  listOf,
  refused,
} from '../../application/checked-input.js';
import { nearestField } from '../../domain/input/field-names.js';
import { isObject, objectFields } from '../../domain/input/json.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { PayAnswer, RefundAnswer } from '../options/driver.js';
import { TortureProblem } from '../options/torture-problem.js';

const longestShown = 60;
const mostShown = 12;

const listed = (names: ReadonlyArray<string>): string =>
  names.length > mostShown ? `${names.slice(0, mostShown).join(', ')}...` : names.join(', ');

const shown = (text: string): string =>
  `'${text.length > longestShown ? `${text.slice(0, longestShown)}...` : text}'`;

/** A value, or its kind if it has parts. */
const described = (value: unknown): string => {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (value instanceof Date) return 'a Date';
  if (!isObject(value)) return String(value);
  const names = Object.keys(value);
  return names.length === 0 ? 'an object without fields' : `an object with ${listed(names)}`;
};

const wrong = (place: string, value: unknown, advice: string): Checked<never> =>
  refused(`${place} is ${described(value)}: ${advice}`);

/** Accepts what can be parsed. The problem of another value is the value and the advice. */
const toBe = <A>(advice: string, parse: (value: unknown) => A | undefined): Check<A> => ({
  read: (value, place) => {
    const read = parse(value);
    return read === undefined ? wrong(place, value, advice) : E.right(read);
  },
});

type ValueOf<C> = C extends Check<infer A> ? A : never;

type Fields<R extends Checks, O extends Checks> = { readonly [N in keyof R]: ValueOf<R[N]> } & {
  readonly [N in keyof O]?: ValueOf<O[N]>;
};

// Languages without `undefined` write `null` for what is absent.
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const missing = (place: string, fields: object, others: ReadonlyArray<string>): Checked<never> => {
  const name = place.slice(place.lastIndexOf('.') + 1);
  const nearest =
    others.find((other) => nearestField([name])(other) === name) ?? nearestField(others)(name);
  const names = listed(Object.keys(fields)) || 'no fields';
  return refused(
    `${place} is missing${nearest === null ? `; it has ${names}` : `: rename ${nearest}, if that is it`}`,
  );
};

/**
 * Reads an object of the driver. Other fields are left out, but one that is almost called like an absent field is refused: not to read
 * it would be to misunderstand the shop.
 */
const anObject = <R extends Checks, O extends Checks>(
  advice: string,
  required: R,
  optional: O,
): Check<Fields<R, O>> => ({
  read: (value, place) => {
    if (!isObject(value) || Array.isArray(value)) return wrong(place, value, advice);
    const given = objectFields(value);
    const others = Object.keys(given).filter(
      (name) => !Object.hasOwn(required, name) && !Object.hasOwn(optional, name),
    );
    const readField = (name: string, { read }: Checks[string]): Checked<unknown> => {
      const field = `${place}.${name}`;
      if (!isAbsent(given[name])) return read(given[name], field);
      if (Object.hasOwn(required, name)) return missing(field, given, others);
      const meant = others.find(
        (other) => nearestField([name])(other) === name && E.isRight(read(given[other], '')),
      );
      return meant === undefined
        ? E.right(undefined)
        : refused(`${place}.${meant} is not read: did you mean ${name}? If not, leave it out`);
    };
    const reads = Object.entries({ ...required, ...optional }).map(
      ([name, check]) => [name, readField(name, check)] as const,
    );
    const problems = reads.flatMap(([, read]) => (E.isLeft(read) ? read.left : []));
    const fields = Object.fromEntries(
      reads.flatMap(([name, read]) =>
        E.isRight(read) && read.right !== undefined ? [[name, read.right]] : [],
      ),
    );
    const isRead = (_fields: object): _fields is Fields<R, O> => problems.length === 0;
    return isRead(fields) ? E.right(fields) : refused(...problems);
  },
});

/** Ids of databases are often numbers. */
const anId = toBe('it must be a text that is not empty, or a whole number', (value) => {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) || typeof value === 'bigint' ? String(value) : undefined;
});

/** Of a payment. The client secret, which the page of a shop has, begins with its id. */
const aReference = andThen(anId, (id) => E.right(id.replace(/_secret_.*$/s, '')));

const anyMessage: Check<string> = {
  read: (value) => E.right(typeof value === 'string' ? value : described(value)),
};

const anAmount: Check<number> = {
  read: (value, place) => {
    const number = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number) && !Number.isInteger(number)) {
      return wrong(
        place,
        value,
        `amounts are whole numbers of minor units. Pass ${Math.round(number * 100)} for ${number}`,
      );
    }
    if (typeof value === 'string' && value.trim() !== '' && Number.isSafeInteger(number)) {
      return wrong(place, value, 'it must be a number, not a text');
    }
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
      ? E.right(number)
      : wrong(place, value, 'it must be a whole number of minor units, such as 1999 for 19.99');
  },
};

const aCount = toBe('it must be zero or a positive whole number', (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined,
);

const aCurrency = toBe("it must have three letters, such as 'eur'", (value) =>
  typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toLowerCase() : undefined,
);

const oneOf = <W extends string>(...words: ReadonlyArray<W>): Check<W> => ({
  read: (value, place) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return E.right(found);
    const nearest = typeof value === 'string' ? nearestField(words)(value) : null;
    return wrong(
      place,
      value,
      `use one of ${words.join(', ')}${nearest === null ? '' : ` (did you mean ${nearest}?)`}`,
    );
  },
});

/** How to tell the tool that there was no answer, which wrong answers are often meant to be. */
const noAnswer =
  '. Where the shop gives no usable response, as by a lost connection or a 502, throw an error: the tool then takes the outcome for unknown';

const orThrow = <A>(read: Checked<A>, advice = ''): A => {
  if (E.isRight(read)) return read.right;
  throw new TortureProblem(`${inOneLine(read.left)}${advice}`);
};

const aPayAnswer: Check<PayAnswer> = also(
  anObject(
    "return { outcome: 'paid' }, for instance",
    { outcome: oneOf('paid', 'failed', 'pending', 'action') },
    { order: anId, payment: aReference, message: anyMessage },
  ),
  ({ outcome, payment }, place) =>
    outcome === 'action' && payment === undefined
      ? [
          `${place}.payment is missing: with the outcome action it names the payment (pi_... or cs_...) whose 3D Secure the customer has to pass`,
        ]
      : [],
);

/** Decodes the value that `pay` or `comeBack` resolved with. `call`: for messages. Throws a `TortureProblem`. */
export const decodePayAnswer = (call: 'pay' | 'comeBack', value: unknown): PayAnswer =>
  orThrow(aPayAnswer.read(value, `${call}()`), noAnswer);

const aRefundAnswer: Check<RefundAnswer> = anObject(
  "return { outcome: 'refunded' }, for instance",
  { outcome: oneOf('refunded', 'failed', 'pending') },
  { message: anyMessage },
);

/** Decodes the value that `refund` resolved with. Throws a `TortureProblem`. */
export const decodeRefundAnswer = (value: unknown): RefundAnswer =>
  orThrow(aRefundAnswer.read(value, 'refund()'), noAnswer);

const aShopOrder: Check<ShopOrder> = anObject(
  'it must be an order: { id, amount, state }',
  {
    id: anId,
    amount: anAmount,
    state: oneOf('open', 'pending', 'paid', 'failed', 'canceled', 'refunded'),
  },
  { currency: aCurrency, refunded: anAmount, reference: aReference, shipments: aCount },
);

const listAdvice = (value: unknown): string => {
  const lists = Object.entries(objectFields(value)).filter(([, field]) => Array.isArray(field));
  const [list] = lists;
  return list === undefined || Array.isArray(value)
    ? 'it must be an array of orders, which may be empty'
    : `it must be an array of orders. Return its ${list[0]}`;
};

const twice = (orders: ReadonlyArray<ShopOrder>, name: string): ReadonlyArray<string> => {
  const places = new Map<string, number>();
  return orders.flatMap(({ id }, index) => {
    const before = places.get(id);
    places.set(id, before ?? index);
    return before === undefined
      ? []
      : [
          `${name}[${index}].id is ${shown(id)}, as that of ${name}[${before}]: ids must differ. What links an order to the tool's belongs into reference`,
        ];
  });
};

/** Decodes the value that `orders` resolved with. Throws a `TortureProblem`. */
export const decodeShopOrders = (value: unknown): ReadonlyArray<ShopOrder> => {
  const name = 'orders()';
  return orThrow(
    Array.isArray(value)
      ? also(listOf(aShopOrder), twice).read(value, name)
      : wrong(name, value, listAdvice(value)),
  );
};
