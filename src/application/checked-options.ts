import { nearestName } from '../domain/field-names.js';

/** The problems of a value, a sentence each with its name. They never repeat the value, which may be a key. */
export type Rule = (value: unknown, name: string) => ReadonlyArray<string>;

/** A rule for each option: one that a type has and its rules have not does not compile. */
export type Rules<T> = { readonly [N in keyof Required<T>]: Rule };

type AnyRules = { readonly [name: string]: Rule };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whatever it is. */
export const anything: Rule = () => [];

/** A value of which something holds. `wanted` says so after its name: `must be ...`. */
export const must =
  (wanted: string, holds: (value: unknown) => boolean): Rule =>
  (value, name) =>
    holds(value) ? [] : [`${name} ${wanted}`];

/** The same, or `undefined`. */
export const optional =
  (rule: Rule): Rule =>
  (value, name) =>
    value === undefined ? [] : rule(value, name);

/** A function. */
export const aFunction: Rule = must('must be a function', (value) => typeof value === 'function');

/** A text, not an empty one. */
export const aText: Rule = must(
  'must be a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
);

/** `true` or `false`. */
export const aFlag: Rule = must('must be true or false', (value) => typeof value === 'boolean');

/** One of some words. */
export const aWord = (...words: ReadonlyArray<string>): Rule =>
  must(`must be ${words.map((word) => `'${word}'`).join(' or ')}`, (value) =>
    words.some((word) => word === value),
  );

/** A whole number, both ends included. */
export const aWholeNumber = (from: number, to: number = Number.MAX_SAFE_INTEGER): Rule =>
  must(
    `must be a whole number from ${from} ${to === Number.MAX_SAFE_INTEGER ? 'on' : `to ${to}`}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  );

/** A record that has these functions. */
export const hasFunctions =
  (wanted: object): Rule =>
  (record, name) =>
    Object.keys(wanted)
      .filter((one) => !isObject(record) || typeof Reflect.get(record, one) !== 'function')
      .map((one) => `${name} has no function ${one}`);

/** The functions of a logger. */
export const aLogger: Rule = hasFunctions({ info: true, warn: true, error: true });

const unknownOption = (rules: AnyRules, path: string, name: string): string => {
  const nearest = nearestName(Object.keys(rules))(name);
  return `there is no option ${path}${name}${nearest === null ? '' : ` (did you mean ${path}${nearest}?)`}`;
};

/** The problems of options, a sentence each: options that break their rule, and options that do not exist. */
export const optionsProblems = (
  rules: AnyRules,
  options: object,
  path = '',
): ReadonlyArray<string> => [
  ...Object.entries(rules).flatMap(([name, rule]) =>
    rule(Reflect.get(options, name), `${path}${name}`),
  ),
  ...Object.keys(options)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => unknownOption(rules, path, name)),
];

/** Options that stand together under a name. */
export const options =
  (rules: AnyRules): Rule =>
  (value, name) =>
    isObject(value) ? optionsProblems(rules, value, `${name}.`) : [`${name} must be an object`];

const problemsOf = (rules: AnyRules, given: unknown): ReadonlyArray<string> =>
  isObject(given)
    ? optionsProblems(rules, given)
    : [
        ...(given === undefined ? [] : ['the options must be an object']),
        ...optionsProblems(rules, {}),
      ];

/** The options of a public function, once they are what they should be. Throws a `TypeError` with every problem otherwise. */
export const checkedOptions = <T>(maker: string, rules: AnyRules, given: T): T => {
  const problems = problemsOf(rules, given);
  if (problems.length > 0) throw new TypeError(`${maker}: ${problems.join('; ')}`);
  return given;
};
