import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { Bounds } from '../../application/checked-input.js';
import { type Environment, readVariable } from './environment.js';

/** A decoded value, or every problem with it, one sentence each. */
export type Decoded<A> = E.Either<ReadonlyArray<string>, A>;

/** Reads the variable, or the command-line option, of a name. */
export type Decoder<A> = (env: Environment, name: string) => Decoded<A>;

/** A single problem. */
export const problem = (text: string): Decoded<never> => E.left([text]);

/** A wrong value. The message does not repeat it: any variable may hold a secret that was meant for another one. */
export const wrongValue = (name: string, wanted: string): Decoded<never> =>
  problem(`${name} must be ${wanted}`);

/** All values, or the problems of every one of them. */
export const collectProblems = sequenceS(E.getApplicativeValidation(RA.getSemigroup<string>()));

/** A text, or `undefined` when it is unset. */
export const decodeText: Decoder<string | undefined> = (env, name) =>
  E.right(readVariable(env, name));

/** One of the allowed words. */
export const decodeOneOf = <const W extends string, const F extends W | undefined>(
  env: Environment,
  name: string,
  allowed: ReadonlyArray<W>,
  fallback: F,
): Decoded<W | F> => {
  const value = readVariable(env, name);
  if (value === undefined) return E.right(fallback);
  const known = allowed.find((word) => word === value);
  return known === undefined ? wrongValue(name, `one of ${allowed.join(', ')}`) : E.right(known);
};

/** Whether it is `true`. Every other value is a no. */
export const decodePermission: Decoder<boolean> = (env, name) =>
  E.right(readVariable(env, name) === 'true');

/** A whole number in decimal digits. */
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
    : wrongValue(name, `a number from ${from} to ${to}`);
};
