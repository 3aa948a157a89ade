import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { redact } from '../../domain/redact.js';
import type { Bounds } from '../bounds.js';
import { type Environment, readVariable } from './environment.js';

/** What a part of the environment says; or every problem in it, a sentence each. */
export type Decoded<A> = E.Either<ReadonlyArray<string>, A>;

/** A problem of the environment, said in a sentence. */
export const problem = (text: string): Decoded<never> => E.left([text]);

/** A variable that should be something else. Its value is repeated, but for a key that came into the wrong variable. */
export const wrongValue = (name: string, should: string, value: string): Decoded<never> =>
  problem(`${name} must be ${should}; it is "${redact(value)}"`);

/** All of these together; or the problems of each. */
export const collectProblems = sequenceS(E.getApplicativeValidation(RA.getSemigroup<string>()));

/** A variable that holds one of the allowed words. */
export const decodeOneOf = <const W extends string>(
  env: Environment,
  name: string,
  allowed: ReadonlyArray<W>,
  fallback: NoInfer<W>,
): Decoded<W> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(fallback);
  const known = allowed.find((word) => word === value);
  return known === undefined
    ? wrongValue(name, `one of ${allowed.join(', ')}`, value)
    : E.right(known);
};

/** A variable that holds a whole number in decimal digits; both ends of the range belong to it. */
export const decodeWholeNumber = (
  env: Environment,
  name: string,
  { from, to, fallback }: Bounds,
): Decoded<number> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(fallback);
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= from && number <= to
    ? E.right(number)
    : wrongValue(name, `a number from ${from} to ${to}`, value);
};

/** Whether this is an http or https URL. */
export const isUrl = (value: string): boolean =>
  /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);

/** A variable that holds a URL, which comes without slashes at its end. */
export const decodeUrl = (env: Environment, name: string): Decoded<string | undefined> => {
  const value = readVariable(env, name);
  return value === undefined || isUrl(value)
    ? E.right(value?.replace(/\/+$/, ''))
    : wrongValue(name, 'an http or https URL', value);
};

/** A URL that is called as it is written: a slash at its end is part of it. */
export const decodeWebhookUrl = (env: Environment, name: string): Decoded<string | undefined> => {
  const value = readVariable(env, name);
  return value === undefined || isUrl(value)
    ? E.right(value)
    : wrongValue(name, 'an http or https URL', value);
};
