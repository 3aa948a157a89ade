import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Checked, refused } from '../../application/checked-input.js';
import type { EventHandlingSettings } from '../events/event-handling-settings.js';
import { type Environment, readVariable } from './environment.js';
import { wantedForwardSecret } from './secrets.js';
import { collectProblems } from './settings.js';
import type { StoreConfig } from './store.js';
import { decodeVariable } from './variables.js';

/** How the service handles events. Forwarding has a separate timeout. */
type EventHandlingConfig = Omit<EventHandlingSettings, 'timeoutSeconds'>;

/** Where events are forwarded to. */
type EventForwardConfig = {
  readonly url: string;
  /** Each `whsec_` and a key in base64; several while one replaces another. */
  readonly secrets: ReadonlyArray<string>;
  /** Longest time of an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether superseded events are left out. */
  readonly skipSuperseded: boolean;
  /** Whether payments are decided, and their outcomes forwarded. */
  readonly outcomes: boolean;
};

/** How events are handled. */
export const decodeEventHandling = (env: Environment): Checked<EventHandlingConfig> =>
  collectProblems({
    concurrency: decodeVariable(env, 'EVENT_CONCURRENCY'),
    leaseSeconds: decodeVariable(env, 'EVENT_LEASE_SECONDS'),
    maxTries: decodeVariable(env, 'EVENT_MAX_TRIES'),
    retentionDays: decodeVariable(env, 'EVENT_RETENTION_DAYS'),
    deadRetentionDays: decodeVariable(env, 'EVENT_DEAD_RETENTION_DAYS'),
    idDays: decodeVariable(env, 'EVENT_ID_DAYS'),
  });

/** Where events are forwarded to, with the secrets that sign them: both, or neither. */
export const decodeEventForward = (env: Environment): Checked<EventForwardConfig | undefined> =>
  pipe(
    collectProblems({
      url: decodeVariable(env, 'EVENT_FORWARD_URL'),
      secrets: decodeVariable(env, 'EVENT_FORWARD_SECRET'),
      timeoutMs: decodeVariable(env, 'EVENT_FORWARD_TIMEOUT_MS'),
      superseded: decodeVariable(env, 'FORWARD_SUPERSEDED'),
      outcomes: decodeVariable(env, 'FORWARD_OUTCOMES'),
    }),
    E.flatMap(
      ({
        url,
        secrets,
        timeoutMs,
        superseded,
        outcomes,
      }): Checked<EventForwardConfig | undefined> => {
        if (url === undefined) {
          return secrets.length === 0
            ? E.right(undefined)
            : refused(
                'EVENT_FORWARD_SECRET has no effect without EVENT_FORWARD_URL: set both, or neither',
              );
        }
        return secrets.length === 0
          ? refused(`EVENT_FORWARD_URL needs EVENT_FORWARD_SECRET: ${wantedForwardSecret}`)
          : E.right({ url, secrets, timeoutMs, skipSuperseded: superseded === 'skip', outcomes });
      },
    ),
  );

/** Whether another process on the same store handles the events. Then this one does not forward them either. */
export const decodeEventsHandledElsewhere = (
  env: Environment,
  store: Checked<StoreConfig>,
): Checked<boolean> =>
  pipe(
    decodeVariable(env, 'EVENTS_HANDLED_ELSEWHERE'),
    E.flatMap((handledElsewhere) => {
      if (handledElsewhere && readVariable(env, 'EVENT_FORWARD_URL') !== undefined) {
        return refused(
          'EVENT_FORWARD_URL cannot be combined with EVENTS_HANDLED_ELSEWHERE=true: unset one of them',
        );
      }
      return handledElsewhere && E.isRight(store) && store.right.kind === 'memory'
        ? refused(
            'EVENTS_HANDLED_ELSEWHERE=true needs a store that the other process can open: set DATABASE_URL to file:<path> or postgres://...',
          )
        : E.right(handledElsewhere);
    }),
  );
