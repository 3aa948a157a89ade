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

const wanted = 'EVENT_FORWARD_SECRET must be whsec_ and a key of 24 to 64 bytes in base64';

// No problem repeats it.
const decodeSecret = (env: Environment): Decoded<string | undefined> => {
  const secret = given(env, 'EVENT_FORWARD_SECRET');
  if (secret === undefined) return E.right(undefined);
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64 ? E.right(secret) : problem(wanted);
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
      secret: decodeSecret(env),
      timeoutMs: decodeWholeNumber(env, 'EVENT_FORWARD_TIMEOUT_MS', {
        from: 1,
        to: 600_000,
        fallback: 15_000,
      }),
    }),
    E.flatMap(({ url, secret, timeoutMs }): Decoded<EventForwardConfig | undefined> => {
      if (url === undefined) {
        return secret === undefined
          ? E.right(undefined)
          : problem('EVENT_FORWARD_SECRET is of no use without EVENT_FORWARD_URL');
      }
      return secret === undefined
        ? problem(`EVENT_FORWARD_URL needs EVENT_FORWARD_SECRET: ${wanted}`)
        : E.right({ url, secret, timeoutMs });
    }),
  );
