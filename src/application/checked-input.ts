import type * as E from 'fp-ts/lib/Either.js';
import { isObject, objectFields } from '../domain/input/json.js';
import { nearestName } from '../domain/input/misspelt-names.js';
import type { Clock } from './ports/clock.js';
import type { Logger } from './ports/logger.js';

/** Problems of a value, one sentence each, with its name. They do not contain a value that may be a secret. */
export type Problems = ReadonlyArray<string>;

/** A value as it is used, or every problem with what was given. */
export type Checked<A> = E.Either<Problems, A>;

/** The problems of a value, which has a name in them. None: it is valid. */
type ProblemsOf<A = unknown> = (value: A, name: string) => Problems;

type Guard<A> = (value: unknown) => value is A;

/**
 * Describes the values of a type that come from outside, and says in sentences why it refuses others: all problems at once. It loads
 * no package, since the client uses it in browsers; the guard of an io-ts codec fits: `must('must be an id', CustomerId.is)`.
 */
export type Check<A> = {
  /** `name`: the value's name in the problems. */
  readonly read: (value: unknown, name: string) => Checked<A>;
  /** Never there. With it, neither a check of more nor one of fewer values passes for this one. */
  readonly type?: (value: A) => A;
};

const accepted = <A>(right: A): Checked<A> => ({ _tag: 'Right', right });

/** Refuses a value. */
export const refused = (...left: Problems): Checked<never> => ({ _tag: 'Left', left });

/** The problems that a check has with a value. */
export const problemsOf = (
  { read }: Pick<Check<unknown>, 'read'>,
  value: unknown,
  name = '',
): Problems => {
  const result = read(value, name);
  return result._tag === 'Left' ? result.left : [];
};

const mostInOneLine = 5;

/** The first problems, and how many more there are. */
export const inOneLine = (problems: Problems): string => {
  const more = problems.length - mostInOneLine;
  return [
    ...problems.slice(0, mostInOneLine),
    ...(more > 0 ? [`and ${more} more problem${more === 1 ? '' : 's'}`] : []),
  ].join('; ');
};

/** Accepts what has no problems. That it then has its type is taken on trust. */
export const withoutProblems = <A>(problems: ProblemsOf): Check<A> => ({
  read: (value, name) => {
    const found = problems(value, name);
    const isValid = (_one: unknown): _one is A => found.length === 0;
    return isValid(value) ? accepted(value) : refused(...found);
  },
});

/** Accepts what a guard accepts. The problem of another value is its name and the hint, such as `must be ...`. */
export const must = <A>(hint: string, is: Guard<A>): Check<A> => ({
  read: (value, name) => (is(value) ? accepted(value) : refused(`${name} ${hint}`)),
});

/** Accepts a text that can be parsed: `parse` returns `undefined` for others. */
export const parsed = <A>(hint: string, parse: (text: string) => A | undefined): Check<A> => ({
  read: (text, name) => {
    const value = typeof text === 'string' ? parse(text) : undefined;
    return value === undefined ? refused(`${name} ${hint}`) : accepted(value);
  },
});

/** Reads further what a check has read. */
export const andThen = <A, B>(
  { read }: Check<A>,
  next: (value: A, name: string) => Checked<B>,
): Check<B> => ({
  read: (given, name) => {
    const result = read(given, name);
    return result._tag === 'Left' ? result : next(result.right, name);
  },
});

/** Accepts what a check accepts, if there are no further problems. */
export const also = <A>(check: Check<A>, further: ProblemsOf<A>): Check<A> =>
  andThen(check, (value, name) => {
    const found = further(value, name);
    return found.length === 0 ? accepted(value) : refused(...found);
  });

/** Reads `undefined` as the default. */
export const withDefault = <A, const F>({ read }: Check<A>, fallback: F): Check<A | F> => ({
  read: (value, name) => (value === undefined ? accepted(fallback) : read(value, name)),
});

/** Accepts `undefined` too. */
export const optional = <A>(check: Check<A>): Check<A | undefined> => withDefault(check, undefined);

/** Accepts a text for which a condition holds. */
export const textThat = (hint: string, holds: (text: string) => boolean): Check<string> =>
  must(hint, (value): value is string => typeof value === 'string' && holds(value));

/** Accepts any text. */
export const anyText = /* @__PURE__ */ textThat('must be a string', () => true);

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
export const listOf = <A>({ read }: Check<A>): Check<ReadonlyArray<A>> => ({
  read: (value, name) => {
    if (!Array.isArray(value)) return refused(`${name} must be a list`);
    const items = value.map((one: unknown, index) => read(one, `${name}[${index}]`));
    const problems = items.flatMap((one) => (one._tag === 'Left' ? one.left : []));
    return problems.length > 0
      ? refused(...problems)
      : accepted(items.flatMap((one) => (one._tag === 'Right' ? [one.right] : [])));
  },
});

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

// Milliseconds would be years from here. With them, idempotency keys would be forgotten after a minute and a half.
const latestMoment = 100_000_000_000;

/** Accepts a clock, which is read once. */
export const aClock = /* @__PURE__ */ withoutProblems<Clock>((clock, name) => {
  if (typeof clock !== 'function') return [`${name} must be a function that returns Unix seconds`];
  const now: unknown = Reflect.apply(clock, undefined, []);
  return typeof now === 'number' && now >= 0 && now < latestMoment
    ? []
    : [`${name} must return Unix seconds`];
});

/** Checks by name. */
export type Checks = { readonly [name: string]: Pick<Check<unknown>, 'read'> };

/** The problems of fields without a check. `path`: the object's name and a dot, or nothing. */
type ProblemsOfOthers = (names: ReadonlyArray<string>, path: string, known: Checks) => Problems;

// Names of the same thing in other libraries, in lower case.
const synonyms = [
  ['secretkey', 'apikey', 'stripesecretkey', 'stripekey', 'key'],
  ['baseurl', 'url', 'address', 'endpoint'],
];

const unknownOptions: ProblemsOfOthers = (names, path, known) =>
  names.map((name) => {
    const nearest = nearestName(Object.keys(known), synonyms)(name);
    return `there is no option ${path}${name}${nearest === null ? '' : ` (did you mean ${path}${nearest}?)`}`;
  });

/** The problems of an object: fields that their checks refuse, and fields without a check, which `others` judges. */
export const problemsOfFields = (
  checks: Checks,
  given: unknown,
  name: string,
  others: ProblemsOfOthers = unknownOptions,
): Problems => {
  if (!isObject(given) || Array.isArray(given)) {
    if (name !== '') return [`${name} must be an object`];
    return [
      ...(given === undefined ? [] : ['the options must be an object']),
      ...problemsOfFields(checks, {}, '', others),
    ];
  }
  const path = name && `${name}.`;
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(checks, field));
  return [
    ...Object.entries(checks).flatMap(([field, check]) =>
      problemsOf(check, Reflect.get(given, field), `${path}${field}`),
    ),
    ...others(unknown, path, checks),
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

/** Accepts an object of options. It is used as it was given. */
export const options = <T>(checks: Described<T>, others?: ProblemsOfOthers): Check<T> =>
  withoutProblems((given, name) => problemsOfFields(checks, given, name, others));

/** Accepts what a check accepts, if its fields have no problems together. Both kinds of problems are named. */
export const together = <A>(
  check: Check<A>,
  further: ProblemsOf<{ readonly [name: string]: unknown }>,
): Check<A> =>
  withoutProblems((given, name) => [
    ...problemsOf(check, given, name),
    ...further(objectFields(given), name),
  ]);

/** Returns the options of a public function when they are valid. Throws a `TypeError` with every problem otherwise. */
export const checkedOptions = <A>(maker: string, check: Check<A>, given: unknown): A => {
  const read = check.read(given, '');
  if (read._tag === 'Right') return read.right;
  throw new TypeError(`${maker}: ${read.left.join('; ')}`);
};
