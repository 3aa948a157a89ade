import * as E from 'fp-ts/lib/Either.js';
import qs from 'qs';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash, WireValue } from '../../adapters/outbound/memory/engine/params/param.js';

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

const brackets: qs.IParseOptions = {
  // What is a list and what a hash with numbers for names (as metadata may be) is for each parameter to say.
  arrayLimit: 0,
  decoder: decode,
  depth: 8,
  strictDepth: true,
  duplicates: 'last',
  parameterLimit: Number.POSITIVE_INFINITY,
  plainObjects: true,
};

const isWireValue = (value: unknown): value is WireValue =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isWireValue));

const isWireHash = (value: unknown): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value) && isWireValue(value);

const broken = E.left(
  invalidRequest(
    'Invalid request: the parameters are nested too deep, or hold an escape (%) that is broken or no UTF-8.',
  ),
);

/** A form, nested as its brackets say: `card[number]=4242`. Lists are hashes with numbers for names. */
export const parseForm = (text: string): E.Either<ApiError, WireHash> => {
  if (text === '') return E.right({});
  try {
    const form: unknown = qs.parse(text, brackets);
    return isWireHash(form) ? E.right(form) : broken;
  } catch {
    return broken;
  }
};
