import * as E from 'fp-ts/lib/Either.js';
import { IdempotencyKey } from '../../domain/ids.js';
import { idempotencyBounds } from '../idempotency/idempotency-options.js';
import { collectProblems, type Decoded, decodeWholeNumber, problem } from './decoders.js';
import { type Environment, isProduction, readList, readVariable } from './environment.js';

/** How requests with an `Idempotency-Key` are handled. */
export type IdempotencyConfig = {
  /** How long one waits for another with its key that is at work. */
  readonly waitMs: number;
  /** After how long the next one takes over from one that gives no sign of life. */
  readonly leaseSeconds: number;
  /** Encrypt in the store what is kept under the keys, the secret of today first; none: one is made and kept in the store. */
  readonly secrets: ReadonlyArray<string>;
  /** Goes into the keys that the processor gets; absent: nothing does. */
  readonly namespace: string | undefined;
};

const shortest = 16;

// Whether it is, or was, what the processor is called with.
const isProcessorKey = (env: Environment, secret: string): boolean =>
  secret === readVariable(env, 'STRIPE_SECRET_KEY') || /^[sr]k_(?:live|test)_/u.test(secret);

// No problem repeats a secret.
const decodeSecrets = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const secrets = readList(env, 'IDEMPOTENCY_SECRET');
  const [first] = secrets;
  if (first === undefined) {
    if (readVariable(env, 'IDEMPOTENCY_SECRET') !== undefined) {
      return problem('IDEMPOTENCY_SECRET is set but holds no secret');
    }
    return isProduction(env)
      ? problem(
          `IDEMPOTENCY_SECRET must hold a secret in production: a random text of ${shortest} characters or more, the same on all instances`,
        )
      : E.right([]);
  }
  if (isProcessorKey(env, first)) {
    return problem(
      'IDEMPOTENCY_SECRET must not begin with a key of the processor, which is replaced sooner or later: put a secret of its own before it',
    );
  }
  return isProduction(env) && secrets.some(({ length }) => length < shortest)
    ? problem(`IDEMPOTENCY_SECRET must have at least ${shortest} characters in production`)
    : E.right(secrets);
};

const decodeNamespace = (env: Environment): Decoded<string | undefined> => {
  const namespace = readVariable(env, 'IDEMPOTENCY_NAMESPACE');
  return namespace === undefined || IdempotencyKey.is(namespace)
    ? E.right(namespace)
    : problem('IDEMPOTENCY_NAMESPACE must be 1 to 255 printable ASCII characters');
};

/** How requests with an `Idempotency-Key` are handled. */
export const decodeIdempotency = (env: Environment): Decoded<IdempotencyConfig> =>
  collectProblems({
    waitMs: decodeWholeNumber(env, 'IDEMPOTENCY_WAIT_MS', idempotencyBounds.waitMs),
    leaseSeconds: decodeWholeNumber(
      env,
      'IDEMPOTENCY_LEASE_SECONDS',
      idempotencyBounds.leaseSeconds,
    ),
    secrets: decodeSecrets(env),
    namespace: decodeNamespace(env),
  });
