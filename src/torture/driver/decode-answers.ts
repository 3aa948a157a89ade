import { nearestName } from '../../domain/field-names.js';
import { isObject, objectFields } from '../../domain/json.js';
import type { PayAnswer, RefundAnswer, ShopOrder } from '../options/driver.js';
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

/** Reads a field. `place` names it, such as `orders()[3].amount`. Throws a `TortureProblem`. */
type Read<A> = (value: unknown, place: string) => A;

const wrong = (place: string, value: unknown, advice: string): TortureProblem =>
  new TortureProblem(`${place} is ${described(value)}: ${advice}`);

// Languages without `undefined` write `null` for what is absent.
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const canRead = <A>(read: Read<A>, value: unknown): boolean => {
  try {
    read(value, '');
    return true;
  } catch {
    return false;
  }
};

/** Reads the fields of an object of the driver. `known`: the names of all fields that it may have. */
const fieldReader = (
  value: unknown,
  place: string,
  advice: string,
  known: ReadonlyArray<string>,
) => {
  if (!isObject(value) || Array.isArray(value)) throw wrong(place, value, advice);
  const fields = objectFields(value);
  const others = Object.keys(fields).filter((name) => !known.includes(name));
  return {
    required: <A>(name: string, read: Read<A>): A => {
      if (!isAbsent(fields[name])) return read(fields[name], `${place}.${name}`);
      const nearest =
        others.find((other) => nearestName([name])(other) === name) ?? nearestName(others)(name);
      const names = listed(Object.keys(fields));
      throw new TortureProblem(
        `${place}.${name} is missing${nearest === null ? `; it has ${names || 'no fields'}` : `: rename ${nearest}, if that is it`}`,
      );
    },
    /** A field that is almost called so is refused: not to read it would be to misunderstand the shop. */
    optional: <A>(name: string, read: Read<A>): A | undefined => {
      if (!isAbsent(fields[name])) return read(fields[name], `${place}.${name}`);
      const meant = others.find(
        (other) => nearestName([name])(other) === name && canRead(read, fields[other]),
      );
      if (meant === undefined) return undefined;
      throw new TortureProblem(
        `${place}.${meant} is not read: did you mean ${name}? If not, leave it out`,
      );
    },
  };
};

/** Ids of databases are often numbers. */
const anId: Read<string> = (value, place) => {
  if (typeof value === 'string' && value !== '') return value;
  if (Number.isSafeInteger(value) || typeof value === 'bigint') return String(value);
  throw wrong(place, value, 'it must be a text that is not empty, or a whole number');
};

/** Of a payment. The client secret, which the page of a shop has, begins with its id. */
const aReference: Read<string> = (value, place) => anId(value, place).replace(/_secret_.*$/s, '');

const anyText: Read<string> = (value) => (typeof value === 'string' ? value : described(value));

const anAmount: Read<number> = (value, place) => {
  const number = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && !Number.isInteger(number)) {
    throw wrong(
      place,
      value,
      `amounts are whole numbers of minor units. Pass ${Math.round(number * 100)} for ${number}`,
    );
  }
  if (typeof value === 'string' && value.trim() !== '' && Number.isSafeInteger(number)) {
    throw wrong(place, value, 'it must be a number, not a text');
  }
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw wrong(place, value, 'it must be a whole number of minor units, such as 1999 for 19.99');
};

const aCount: Read<number> = (value, place) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(place, value, 'it must be zero or a positive whole number');
};

const aCurrency: Read<string> = (value, place) => {
  if (typeof value === 'string' && /^[a-z]{3}$/i.test(value)) return value.toLowerCase();
  throw wrong(place, value, "it must have three letters, such as 'eur'");
};

const oneOf =
  <W extends string>(...words: ReadonlyArray<W>): Read<W> =>
  (value, place) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const nearest = typeof value === 'string' ? nearestName(words)(value) : null;
    throw wrong(
      place,
      value,
      `use one of ${words.join(', ')}${nearest === null ? '' : ` (did you mean ${nearest}?)`}`,
    );
  };

const noAnswer =
  'Where the shop gives no usable answer, as by a lost connection or a 502, throw an error: the tool then takes the outcome for unknown';

/** Adds how to tell the tool that there was no answer, which wrong answers are often meant to be. */
const orNoAnswer = <A>(read: () => A): A => {
  try {
    return read();
  } catch (error) {
    throw error instanceof TortureProblem
      ? new TortureProblem(`${error.message}. ${noAnswer}`)
      : error;
  }
};

/** Decodes the value that `pay` or `comeBack` resolved with. `call`: for messages. Throws a `TortureProblem`. */
export const decodePayAnswer = (call: 'pay' | 'comeBack', value: unknown): PayAnswer =>
  orNoAnswer(() => {
    const known = ['outcome', 'order', 'payment', 'message'];
    const read = fieldReader(value, `${call}()`, "return { outcome: 'paid' }, for instance", known);
    const outcome = read.required('outcome', oneOf('paid', 'failed', 'pending', 'action'));
    const order = read.optional('order', anId);
    const payment = read.optional('payment', aReference);
    const message = read.optional('message', anyText);
    if (outcome === 'action' && payment === undefined) {
      throw new TortureProblem(
        `${call}().payment is missing: with the outcome action it names the payment (pi_... or cs_...) whose 3D Secure the customer has to pass`,
      );
    }
    return {
      outcome,
      ...(order !== undefined && { order }),
      ...(payment !== undefined && { payment }),
      ...(message !== undefined && { message }),
    };
  });

/** Decodes the value that `refund` resolved with. Throws a `TortureProblem`. */
export const decodeRefundAnswer = (value: unknown): RefundAnswer =>
  orNoAnswer(() => {
    const known = ['outcome', 'message'];
    const read = fieldReader(
      value,
      'refund()',
      "return { outcome: 'refunded' }, for instance",
      known,
    );
    const outcome = read.required('outcome', oneOf('refunded', 'failed', 'pending'));
    const message = read.optional('message', anyText);
    return { outcome, ...(message !== undefined && { message }) };
  });

const orderFields = ['id', 'amount', 'currency', 'state', 'refunded', 'reference', 'shipments'];

const decodeShopOrder = (value: unknown, place: string): ShopOrder => {
  const read = fieldReader(value, place, 'it must be an order: { id, amount, state }', orderFields);
  const id = read.required('id', anId);
  const amount = read.required('amount', anAmount);
  const state = read.required(
    'state',
    oneOf('open', 'pending', 'paid', 'failed', 'canceled', 'refunded'),
  );
  const currency = read.optional('currency', aCurrency);
  const refunded = read.optional('refunded', anAmount);
  const reference = read.optional('reference', aReference);
  const shipments = read.optional('shipments', aCount);
  return {
    id,
    amount,
    state,
    ...(currency !== undefined && { currency }),
    ...(refunded !== undefined && { refunded }),
    ...(reference !== undefined && { reference }),
    ...(shipments !== undefined && { shipments }),
  };
};

const listAdvice = (value: unknown): string => {
  const lists = Object.entries(objectFields(value)).filter(([, field]) => Array.isArray(field));
  const [list] = lists;
  return list === undefined || Array.isArray(value)
    ? 'it must be an array of orders, which may be empty'
    : `it must be an array of orders. Return its ${list[0]}`;
};

/** Decodes the value that `orders` resolved with. Throws a `TortureProblem`. */
export const decodeShopOrders = (value: unknown): ReadonlyArray<ShopOrder> => {
  if (!Array.isArray(value)) throw wrong('orders()', value, listAdvice(value));
  const places = new Map<string, number>();
  return value.map((one: unknown, index) => {
    const place = `orders()[${index}]`;
    const order = decodeShopOrder(one, place);
    const before = places.get(order.id);
    if (before !== undefined) {
      throw new TortureProblem(
        `${place}.id is '${order.id}', as that of orders()[${before}]: ids must differ. What links an order to the tool's belongs into reference`,
      );
    }
    places.set(order.id, index);
    return order;
  });
};
