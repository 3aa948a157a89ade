import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWholeNumber } from './decode-whole-number.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import type { EventForwardConfig } from './event-forward-config.js';
import { every } from './every.js';
import { given } from './given.js';
import { isUrl } from './is-url.js';
import { problem } from './problem.js';
import { words } from './words.js';

const wanted =
  'EVENT_FORWARD_SECRET must be whsec_ and a key of 24 to 64 bytes in base64, several separated by commas';

const isSecret = (secret: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64;
};

// No problem repeats one.
const decodeSecrets = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const secrets = words(env, 'EVENT_FORWARD_SECRET');
  return secrets.every(isSecret) ? E.right(secrets) : problem(wanted);
};

const isTarget = (url: string): boolean => {
  if (!isUrl(url)) return false;
  const { username, password } = new URL(url);
  return `${username}${password}` === '';
};

// As it is given: with a slash at its end, or without, it is another address. Nor does a problem repeat a password in it.
const decodeTarget = (env: Environment): Decoded<string | undefined> => {
  const url = given(env, 'EVENT_FORWARD_URL');
  return url === undefined || isTarget(url)
    ? E.right(url)
    : problem('EVENT_FORWARD_URL must be an http or https URL without user and password');
};

/** Where events are sent on to, and what they are signed with: both, or neither. */
export const decodeEventForward = (env: Environment): Decoded<EventForwardConfig | undefined> =>
  pipe(
    every({
      url: decodeTarget(env),
      secrets: decodeSecrets(env),
      timeoutMs: decodeWholeNumber(env, 'EVENT_FORWARD_TIMEOUT_MS', {
        from: 1,
        to: 300_000,
        fallback: 15_000,
      }),
    }),
    E.flatMap(({ url, secrets, timeoutMs }): Decoded<EventForwardConfig | undefined> => {
      if (url === undefined) {
        return secrets.length === 0
          ? E.right(undefined)
          : problem('EVENT_FORWARD_SECRET is of no use without EVENT_FORWARD_URL');
      }
      return secrets.length === 0
        ? problem(`EVENT_FORWARD_URL needs EVENT_FORWARD_SECRET: ${wanted}`)
        : E.right({ url, secrets, timeoutMs });
    }),
  );
