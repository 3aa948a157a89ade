import { nearestName } from '../domain/field-names.js';
import { isObject, objectFields } from '../domain/json.js';
import type { Logger } from './ports/logger.js';

/** Problems of a value, one sentence each, with its name. They never contain the value: it may be a secret. */
export type Problems = ReadonlyArray<string>;

/** The problems of a value, which has a name in them. None: it is valid. */
type ProblemsOf<A = unknown> = (value: A, name: string) => Problems;

type Guard<A> = (value: unknown) => value is A;

/**
 * Describes the values of a type, and says in sentences why it refuses others: all problems at once. It needs no package, since the
 * client uses it in browsers; the guard of an io-ts codec fits: `must('must be an id', CustomerId.is)`.
 */
export type Check<A> = {
  readonly is: Guard<A>;
  /** None for a value of the type. */
  readonly problems: ProblemsOf;
  /** Never there. With it, neither a check of more nor one of fewer values passes for this one. */
  readonly type?: (value: A) => A;
};

/** Accepts what has no problems. That it then has its type is taken on trust. */
export const withoutProblems = <A>(problems: ProblemsOf): Check<A> => ({
  is: (value): value is A => problems(value, '').length === 0,
  problems,
});

/** Accepts what a guard accepts. The problem of another value is its name and the hint, such as `must be ...`. */
export const must = <A>(hint: string, is: Guard<A>): Check<A> =>
  withoutProblems((value, name) => (is(value) ? [] : [`${name} ${hint}`]));

/** Accepts what a check accepts, if there are no further problems. */
export const also = <A>(check: Check<A>, further: ProblemsOf<A>): Check<A> =>
  withoutProblems((value, name) =>
    check.is(value) ? further(value, name) : check.problems(value, name),
  );

/** Accepts `undefined` too. */
export const optional = <A>({ problems }: Check<A>): Check<A | undefined> =>
  withoutProblems((value, name) => (value === undefined ? [] : problems(value, name)));

/** Accepts a text for which a condition holds. */
export const textThat = (hint: string, holds: (text: string) => boolean): Check<string> =>
  must(hint, (value): value is string => typeof value === 'string' && holds(value));

/** Accepts a list of texts for each of which a condition holds. */
export const textsThat = (
  hint: string,
  holds: (text: string) => boolean = () => true,
): Check<ReadonlyArray<string>> =>
  must(
    hint,
    (value): value is ReadonlyArray<string> =>
      Array.isArray(value) && value.every((text) => typeof text === 'string' && holds(text)),
  );

/** Accepts a function. */
export const aFunction = <F extends (...args: never) => unknown>(): Check<F> =>
  must('must be a function', (value): value is F => typeof value === 'function');

/** Accepts a non-empty string. */
export const aText = /* @__PURE__ */ textThat('must be a non-empty string', (text) => text !== '');

/** Accepts `true` or `false`. */
export const aFlag = must(
  'must be true or false',
  (value): value is boolean => typeof value === 'boolean',
);

/** Accepts one of some words. */
export const aWord = <const W extends string>(...words: ReadonlyArray<W>): Check<W> =>
  must(`must be ${words.map((word) => `'${word}'`).join(' or ')}`, (value): value is W =>
    words.some((word) => word === value),
  );

const wholeNumberWanted = (from: number, to: number): string => {
  if (to !== Number.MAX_SAFE_INTEGER) return `must be a whole number from ${from} to ${to}`;
  if (from === 1) return 'must be a positive whole number';
  return from === 0
    ? 'must be zero or a positive whole number'
    : `must be a whole number of at least ${from}`;
};

/** Accepts an integer. Both ends are included. */
export const aWholeNumber = (from: number, to: number = Number.MAX_SAFE_INTEGER): Check<number> =>
  must(
    wholeNumberWanted(from, to),
    (value): value is number =>
      Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  );

/** The range of a whole number, with both ends, and its default. */
export type Bounds = { readonly from: number; readonly to: number; readonly fallback: number };

/** Accepts an integer within a range, and `undefined`. */
export const within = ({ from, to }: Bounds): Check<number | undefined> =>
  optional(aWholeNumber(from, to));

/** Accepts a list, and checks each item. */
export const listOf = <A>(item: Check<A>): Check<ReadonlyArray<A>> =>
  withoutProblems((value, name) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item.problems(one, `${name}[${index}]`))
      : [`${name} must be a list`],
  );

/** Accepts an object that has a function under each name of `wanted`. */
export const hasFunctions = <T extends object>(
  wanted: {
    readonly [N in keyof T]: unknown;
  },
): Check<T> =>
  withoutProblems((record, name) =>
    Object.keys(wanted)
      .filter((one) => !isObject(record) || typeof Reflect.get(record, one) !== 'function')
      .map((one) => `${name} has no function ${one}`),
  );

// Marked, so that the bundle of the client leaves it out.
/** Accepts a logger. */
export const aLogger = /* @__PURE__ */ hasFunctions<Logger>({
  info: true,
  warn: true,
  error: true,
});

type Checks = { readonly [name: string]: Pick<Check<unknown>, 'problems'> };

const unknownOption = (known: Checks, path: string, name: string): string => {
  const nearest = nearestName(Object.keys(known))(name);
  return `there is no option ${path}${name}${nearest === null ? '' : ` (did you mean ${path}${nearest}?)`}`;
};

/** The problems of an object: fields that their checks refuse, and fields without a check. */
export const problemsOfFields = (checks: Checks, given: unknown, name: string): Problems => {
  if (!isObject(given)) {
    if (name !== '') return [`${name} must be an object`];
    return [
      ...(given === undefined ? [] : ['the options must be an object']),
      ...problemsOfFields(checks, {}, ''),
    ];
  }
  const path = name && `${name}.`;
  return [
    ...Object.entries(checks).flatMap(([field, check]) =>
      check.problems(Reflect.get(given, field), `${path}${field}`),
    ),
    ...Object.keys(given).flatMap((field) =>
      Object.hasOwn(checks, field) ? [] : [unknownOption(checks, path, field)],
    ),
  ];
};

/**
 * A check for each option of `T`. The compiler proves that they describe that type: one that is missing, unknown, of another type or
 * not `optional` as in `T` does not compile.
 */
export type Described<T> = {
  readonly [N in keyof T]-?: Check<
    Readonly<Record<never, never>> extends Pick<T, N> ? T[N] | undefined : T[N]
  >;
};

/** Accepts an object of options. */
export const options = <T>(checks: Described<T>): Check<T> =>
  withoutProblems((given, name) => problemsOfFields(checks, given, name));

/** Accepts what a check accepts, if its fields have no problems together. Both kinds of problems are named. */
export const together = <A>(
  { problems }: Check<A>,
  further: ProblemsOf<{ readonly [name: string]: unknown }>,
): Check<A> =>
  withoutProblems((given, name) => [
    ...problems(given, name),
    ...further(objectFields(given), name),
  ]);

/** Returns the options of a public function when they are valid. Throws a `TypeError` with every problem otherwise. */
export const checkedOptions = <A>(maker: string, check: Check<A>, given: unknown): A => {
  if (check.is(given)) return given;
  throw new TypeError(`${maker}: ${check.problems(given, '').join('; ')}`);
};
