import { nearestName } from '../domain/field-names.js';
import { isObject } from '../domain/json.js';

/** Returns the problems of a value, one sentence each with its name. They never contain the value: it may be a secret. */
export type Rule = (value: unknown, name: string) => ReadonlyArray<string>;

/** One rule for each option of `T`. A missing rule does not compile. */
export type Rules<T> = { readonly [N in keyof Required<T>]: Rule };

type AnyRules = { readonly [name: string]: Rule };

/** Accepts any value. */
export const anything: Rule = () => [];

/** Accepts a value for which a condition holds. The problem is the option's name and `wanted`, such as `must be ...`. */
export const must =
  (wanted: string, holds: (value: unknown) => boolean): Rule =>
  (value, name) =>
    holds(value) ? [] : [`${name} ${wanted}`];

/** Accepts `undefined` too. */
export const optional =
  (rule: Rule): Rule =>
  (value, name) =>
    value === undefined ? [] : rule(value, name);

/** Accepts a function. */
export const aFunction: Rule = must('must be a function', (value) => typeof value === 'function');

/** Accepts a non-empty string. */
export const aText: Rule = must(
  'must be a non-empty string',
  (value) => typeof value === 'string' && value !== '',
);

/** Accepts `true` or `false`. */
export const aFlag: Rule = must('must be true or false', (value) => typeof value === 'boolean');

/** Accepts one of some words. */
export const aWord = (...words: ReadonlyArray<string>): Rule =>
  must(`must be ${words.map((word) => `'${word}'`).join(' or ')}`, (value) =>
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
export const aWholeNumber = (from: number, to: number = Number.MAX_SAFE_INTEGER): Rule =>
  must(
    wholeNumberWanted(from, to),
    (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  );

/** The range of a whole number, with both ends, and its default. */
export type Bounds = { readonly from: number; readonly to: number; readonly fallback: number };

/** Accepts an integer within a range, and `undefined`. */
export const within = ({ from, to }: Bounds): Rule => optional(aWholeNumber(from, to));

/** Accepts an object that has a function under each name of `wanted`. */
export const hasFunctions =
  (wanted: object): Rule =>
  (record, name) =>
    Object.keys(wanted)
      .filter((one) => !isObject(record) || typeof Reflect.get(record, one) !== 'function')
      .map((one) => `${name} has no function ${one}`);

/** Accepts a logger. */
export const aLogger: Rule = hasFunctions({ info: true, warn: true, error: true });

const unknownOption = (rules: AnyRules, path: string, name: string): string => {
  const nearest = nearestName(Object.keys(rules))(name);
  return `there is no option ${path}${name}${nearest === null ? '' : ` (did you mean ${path}${nearest}?)`}`;
};

/** The problems of options, one sentence each: options that break their rule, and options that do not exist. */
const optionsProblems = (rules: AnyRules, options: object, path = ''): ReadonlyArray<string> => [
  ...Object.entries(rules).flatMap(([name, rule]) =>
    rule(Reflect.get(options, name), `${path}${name}`),
  ),
  ...Object.keys(options)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => unknownOption(rules, path, name)),
];

/** Accepts an object of options, checked by their own rules. */
export const options =
  (rules: AnyRules): Rule =>
  (value, name) =>
    isObject(value) ? optionsProblems(rules, value, `${name}.`) : [`${name} must be an object`];

/** The problems of what a public function was given, one sentence each. None: it has the type that the rules are for. */
export const problemsOfOptions = (rules: AnyRules, given: unknown): ReadonlyArray<string> =>
  isObject(given)
    ? optionsProblems(rules, given)
    : [
        ...(given === undefined ? [] : ['the options must be an object']),
        ...optionsProblems(rules, {}),
      ];

/** Returns the options of a public function when they are valid. Throws a `TypeError` with every problem otherwise. */
export const checkedOptions = <T>(maker: string, rules: AnyRules, given: T): T => {
  const problems = problemsOfOptions(rules, given);
  if (problems.length > 0) throw new TypeError(`${maker}: ${problems.join('; ')}`);
  return given;
};
