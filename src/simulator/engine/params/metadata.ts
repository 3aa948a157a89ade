import * as E from 'fp-ts/lib/Either.js';
import type { Metadata } from '../../../domain/objects/metadata.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { type Param, refuseParam } from './param.js';

const isMetadata = (value: object): value is Metadata =>
  !Array.isArray(value) && Object.values(value).every((entry) => typeof entry === 'string');

/** `metadata[order]=6735`. An empty value removes its key, `metadata=` removes all keys. */
export const metadataParam: Param<Metadata | ''> = {
  read: (value, name) => {
    if (value === '') return E.right('');
    return typeof value === 'object' && isMetadata(value)
      ? E.right(value)
      : refuseParam('Invalid metadata: must be keys and text', name);
  },
};

const maximumKeys = 50;
const maximumKey = 40;
const maximumValue = 500;

const refuse = (message: string): E.Either<ApiError, never> =>
  E.left(invalidRequest(message, { code: 'parameter_invalid_string', param: 'metadata' }));

/** Metadata after a change. An empty value removes its key, `''` in place of the whole removes all keys. */
export const mergeMetadata = (
  before: Metadata,
  change: Metadata | '' | undefined,
): E.Either<ApiError, Metadata> => {
  if (change === undefined) return E.right(before);
  if (change === '') return E.right({});
  for (const [key, value] of Object.entries(change)) {
    if (key.length > maximumKey || /[[\]]/.test(key)) {
      return refuse(
        `Metadata keys must be ${maximumKey} characters or less, without square brackets.`,
      );
    }
    if (value.length > maximumValue) {
      return refuse(`Metadata values must be ${maximumValue} characters or less.`);
    }
  }
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''),
  );
  return Object.keys(merged).length > maximumKeys
    ? refuse(`You can only set up to ${maximumKeys} metadata keys.`)
    : E.right(merged);
};
