import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from '../config/decoded.js';
import type { Environment } from '../config/environment.js';
import { given } from '../config/given.js';
import { isUrl } from '../config/is-url.js';
import { wrongValue } from '../config/wrong-value.js';

/** A URL that is called as it is written: a slash at its end is part of it. */
export const decodeWebhookUrl = (env: Environment, name: string): Decoded<string | undefined> => {
  const value = given(env, name);
  return value === undefined || isUrl(value)
    ? E.right(value)
    : wrongValue(name, 'an http or https URL', value);
};
