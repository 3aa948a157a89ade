import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { isUrl } from './is-url.js';
import { wrongValue } from './wrong-value.js';

/** A variable that holds a URL, which comes without slashes at its end. */
export const decodeUrl = (env: Environment, name: string): Decoded<string | undefined> => {
  const value = given(env, name);
  return value === undefined || isUrl(value)
    ? E.right(value?.replace(/\/+$/, ''))
    : wrongValue(name, 'an http or https URL', value);
};
