import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  type EventHandlingSettings,
  eventHandlingBounds,
} from '../events/event-handling-settings.js';
import {
  collectProblems,
  type Decoded,
  decodeOneOf,
  decodeWholeNumber,
  isUrl,
  problem,
} from './decoders.js';
import { type Environment, readList, readVariable } from './environment.js';
import type { StoreConfig } from './store.js';

/** Where events are sent on to. */
export type EventForwardConfig = {
  readonly url: string;
  /** Each `whsec_` and a key in base64; several while one replaces another. */
  readonly secrets: ReadonlyArray<string>;
  /** How long an answer may take. */
  readonly timeoutMs: number;
};

/** How the service handles events: it sends them on, and that has a timeout of its own. */
export type EventHandlingConfig = Omit<EventHandlingSettings, 'timeoutSeconds'>;

/** How events are handled. */
export const decodeEventHandling = (env: Environment): Decoded<EventHandlingConfig> => {
  const { concurrency, leaseSeconds, maxTries, retentionDays, deadRetentionDays, idDays } =
    eventHandlingBounds;
  return collectProblems({
    concurrency: decodeWholeNumber(env, 'EVENT_CONCURRENCY', concurrency),
    leaseSeconds: decodeWholeNumber(env, 'EVENT_LEASE_SECONDS', leaseSeconds),
    maxTries: decodeWholeNumber(env, 'EVENT_MAX_TRIES', maxTries),
    retentionDays: decodeWholeNumber(env, 'EVENT_RETENTION_DAYS', retentionDays),
    deadRetentionDays: decodeWholeNumber(env, 'EVENT_DEAD_RETENTION_DAYS', deadRetentionDays),
    idDays: decodeWholeNumber(env, 'EVENT_ID_DAYS', idDays),
  });
};

const wanted =
  'EVENT_FORWARD_SECRET must be whsec_ and a key of 24 to 64 bytes in base64, several separated by commas';

const isSecret = (secret: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64;
};

// No problem repeats one.
const decodeSecrets = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const secrets = readList(env, 'EVENT_FORWARD_SECRET');
  return secrets.every(isSecret) ? E.right(secrets) : problem(wanted);
};

const isTarget = (url: string): boolean => {
  if (!isUrl(url)) return false;
  const { username, password } = new URL(url);
  return `${username}${password}` === '';
};

// As it is given: with a slash at its end, or without, it is another address. Nor does a problem repeat a password in it.
const decodeTarget = (env: Environment): Decoded<string | undefined> => {
  const url = readVariable(env, 'EVENT_FORWARD_URL');
  return url === undefined || isTarget(url)
    ? E.right(url)
    : problem('EVENT_FORWARD_URL must be an http or https URL without user and password');
};

/** Where events are sent on to, and what they are signed with: both, or neither. */
export const decodeEventForward = (env: Environment): Decoded<EventForwardConfig | undefined> =>
  pipe(
    collectProblems({
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

/** Whether another process on the same store handles the events; then they are not sent on from here. */
export const decodeHandledByAnotherProcess = (
  env: Environment,
  store: Decoded<StoreConfig>,
): Decoded<boolean> =>
  pipe(
    decodeOneOf(env, 'EVENTS_HANDLED_ELSEWHERE', ['true', 'false'], 'false'),
    E.map((word) => word === 'true'),
    E.flatMap((elsewhere) => {
      if (elsewhere && readVariable(env, 'EVENT_FORWARD_URL') !== undefined) {
        return problem('EVENT_FORWARD_URL is of no use with EVENTS_HANDLED_ELSEWHERE=true');
      }
      return elsewhere && E.isRight(store) && store.right.kind === 'memory'
        ? problem(
            'EVENTS_HANDLED_ELSEWHERE=true needs a store that the other program has too: set DATABASE_URL to one that is not memory:',
          )
        : E.right(elsewhere);
    }),
  );
