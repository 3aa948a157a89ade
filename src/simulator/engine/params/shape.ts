import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../domain/text/redact.js';
import type { ApiError } from '../errors.js';
import {
  missingParam,
  type Param,
  refuseEmpty,
  refuseParam,
  type WireHash,
  type WireValue,
} from './param.js';

type Known = { readonly [name: string]: Param<unknown> };

/** Parameters by name, at the top level of a request or nested. */
export type Params<P> = Param<P> & { readonly known: Known };

/** The value that a parameter reads, or the values that a shape reads. */
export type ParamsOf<T extends Param<unknown>> = T extends Param<infer A> ? A : never;

type Values<R extends Known, O extends Known> = {
  readonly [K in keyof R]: ParamsOf<R[K]>;
} & { readonly [K in keyof O]?: ParamsOf<O[K]> };

const nested = (name: string, key: string): string => (name === '' ? key : `${name}[${key}]`);

const isHash = (value: WireValue): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value);

const refuseUnknown = (names: ReadonlyArray<string>): E.Either<ApiError, never> => {
  const shown = names.map(redact);
  const [first = ''] = shown;
  return refuseParam(
    `Received unknown parameter${names.length > 1 ? 's' : ''}: ${shown.join(', ')}`,
    first,
    'parameter_unknown',
  );
};

/** A hash of required and optional parameters. Missing required, unknown and mistyped parameters are refused. */
export const shape = <const R extends Known, const O extends Known = Record<never, never>>(
  required: R,
  optional?: O,
): Params<Values<R, O>> => {
  const known: Known = { ...required, ...optional };
  const params = Object.entries(known);
  const requiredNames = Object.keys(required);
  // Each value was read by its own parameter: only a missing required one can make this false.
  const isComplete = (values: object): values is Values<R, O> =>
    requiredNames.every((key) => Object.hasOwn(values, key));

  return {
    known,
    read: (value, name) => {
      if (value === '') return refuseEmpty(name);
      if (!isHash(value)) return refuseParam('Invalid object', name);
      const unknown = Object.keys(value).filter((key) => !Object.hasOwn(known, key));
      if (unknown.length > 0) return refuseUnknown(unknown.map((key) => nested(name, key)));
      const values: Record<string, unknown> = {};
      for (const [key, param] of params) {
        const given = Object.hasOwn(value, key) ? value[key] : undefined;
        if (given === undefined) continue;
        const outcome = param.read(given, nested(name, key));
        if (E.isLeft(outcome)) return outcome;
        values[key] = outcome.right;
      }
      if (isComplete(values)) return E.right(values);
      const missing = requiredNames.find((key) => !Object.hasOwn(values, key)) ?? '';
      const whole = nested(name, missing);
      return E.left(missingParam(whole));
    },
  };
};

const refused: Param<never> = {
  read: (_, name) => refuseParam(`This simulator does not simulate the parameter: ${name}`, name),
};

const isOf = <N extends string>(
  params: { readonly [name: string]: Param<never> },
  names: ReadonlyArray<N>,
): params is { readonly [K in N]: Param<never> } =>
  names.every((name) => Object.hasOwn(params, name));

/** Parameters that the processor documents but this simulator does not simulate: it refuses them rather than ignore them. */
export const notSimulated = <const N extends string>(
  ...names: ReadonlyArray<N>
): { readonly [K in N]: Param<never> } => {
  const params = Object.fromEntries(names.map((name) => [name, refused]));
  if (!isOf(params, names)) throw new Error(`not all of ${names.join(', ')} are there`);
  return params;
};
