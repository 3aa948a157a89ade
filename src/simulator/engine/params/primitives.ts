import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../domain/text/redact.js';
import { type Param, refuseEmpty, refuseParam, type WireValue } from './param.js';

// Redacting a megabyte takes long. Nothing near the cut is shown, so that no half of a card number is.
const shownPart = (value: string, most: number): string =>
  redact(value.slice(0, 1000)).slice(0, most);

const tooLong = (name: string, value: string, maximum: number): string =>
  `Invalid string: ${shownPart(value, 20)}...; ${name} must be at most ${maximum} characters`;

/** Text of 1 to `maximum` characters. */
export const textUpTo = (maximum: number): Param<string> => ({
  read: (value: WireValue, name) => {
    if (typeof value !== 'string') return refuseParam('Invalid string', name);
    if (value === '') return refuseEmpty(name);
    return value.length > maximum
      ? refuseParam(tooLong(name, value, maximum), name, 'parameter_invalid_string')
      : E.right(value);
  },
});

/** Text of 1 to 5000 characters. */
export const textParam: Param<string> = textUpTo(5000);

/** An integer in decimal digits. */
export const integerParam: Param<number> = {
  read: (value, name) => {
    if (typeof value === 'string' && /^-?[0-9]+$/.test(value)) {
      // Without the sign of -0.
      const integer = Number(value) + 0;
      if (Number.isSafeInteger(integer)) return E.right(integer);
    }
    const shown = typeof value === 'string' ? shownPart(value, 100) : 'an object';
    return refuseParam(`Invalid integer: ${shown}`, name, 'parameter_invalid_integer');
  },
};

/** `true` or `false`, also as Python and .NET write them: `True` or `False`. */
export const booleanParam: Param<boolean> = {
  read: (value, name) => {
    if (value === 'true' || value === 'True') return E.right(true);
    if (value === 'false' || value === 'False') return E.right(false);
    return refuseParam(
      `Invalid boolean: ${typeof value === 'string' ? redact(value) : 'an object'}`,
      name,
    );
  },
};

const listed = (values: ReadonlyArray<string>): string =>
  values.length < 3
    ? values.join(' or ')
    : `${values.slice(0, -1).join(', ')}, or ${values.slice(-1).join('')}`;

/** One of these values. */
export const enumParam = <const V extends string>(...values: ReadonlyArray<V>): Param<V> => ({
  read: (value, name) => {
    const known = values.find((one) => one === value);
    return known === undefined
      ? refuseParam(`Invalid ${name}: must be one of ${listed(values)}`, name)
      : E.right(known);
  },
});

/** One of the simulated values. The `others` are valid for the processor, but refused here as not simulated. */
export const simulatedEnumParam = <const V extends string>(
  simulated: ReadonlyArray<V>,
  others: ReadonlyArray<string>,
): Param<V> => {
  const documented = enumParam<string>(...simulated, ...others);
  return {
    read: (value, name) => {
      const known = simulated.find((one) => one === value);
      if (known !== undefined) return E.right(known);
      const outcome = documented.read(value, name);
      return E.isLeft(outcome)
        ? outcome
        : refuseParam(`This simulator does not simulate the ${name}: ${outcome.right}`, name);
    },
  };
};

const isIndex = (key: string): boolean => /^(?:0|[1-9][0-9]*)$/.test(key);

const itemsOf = (value: WireValue): ReadonlyArray<WireValue> | null => {
  if (typeof value === 'string') return null;
  // Keys that are array indices are always in numeric order, whatever their order in the form.
  return Object.keys(value).every(isIndex) ? Object.values(value) : null;
};

const mostItems = 100;

/** A list: `name[]=a&name[]=b`, or with numbers in the brackets. `most`: how many items it can have. */
export const listParam = <A>(item: Param<A>, most = mostItems): Param<ReadonlyArray<A>> => ({
  read: (value, name) => {
    if (value === '') return refuseEmpty(name);
    const items = itemsOf(value);
    if (items === null) return refuseParam('Invalid array', name);
    return items.length > most
      ? refuseParam(`Array ${name} exceeded maximum ${most} allowed elements.`, name)
      : pipe(
          items,
          E.traverseArrayWithIndex((index, one) => item.read(one, `${name}[${index}]`)),
        );
  },
});

/** A parameter that may be text or a hash. */
export const textOrHash = <A, B>(ofText: Param<A>, ofHash: Param<B>): Param<A | B> => ({
  read: (value: WireValue, name) =>
    typeof value === 'string' ? ofText.read(value, name) : ofHash.read(value, name),
});

/** A parameter that an empty text unsets. */
export const unsettable = <A>(param: Param<A>): Param<A | ''> => ({
  read: (value, name) => (value === '' ? E.right('') : param.read(value, name)),
});

const isSet = <A>(given: A | ''): given is Exclude<A, ''> => given !== '';

/** A field after a change: the given value, `null` for an empty text, the old value if absent. */
export const setOrUnset = <A, B>(
  given: A | '' | undefined,
  before: B,
): Exclude<A, ''> | B | null => {
  if (given === undefined) return before;
  return isSet(given) ? given : null;
};
