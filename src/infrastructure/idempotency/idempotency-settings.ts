import { hash, randomBytes, randomUUID } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RNA from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../adapters/outbound/idempotency-cipher.js';
import { systemSetRepeating, systemSleep } from '../../adapters/outbound/system-time.js';
import { keyLifetime } from '../../application/idempotency/decide-claim.js';
import type { KeyEnd } from '../../application/idempotency/hold-key.js';
import type { Digest } from '../../application/idempotency/keyed-request.js';
import type {
  AdviceDependencies,
  ReplayAdvice,
} from '../../application/idempotency/replay-advice.js';
import type { IdempotencyDependencies } from '../../application/idempotency/run-idempotently.js';
import type { Clock } from '../../application/ports/clock.js';
import type { IdempotencyCipher } from '../../application/ports/idempotency-cipher.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Telemetry } from '../../application/ports/telemetry.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import {
  type IdempotencyOptions,
  type IdempotencySecret,
  idempotencyBounds,
} from './idempotency-options.js';

type Reports = {
  readonly logger: Logger;
  readonly telemetry: Pick<Telemetry, 'keyLeftInDoubt' | 'keySettled' | 'leaseLost'>;
};

/**
 * Counts what became of the key of a request, and logs when the store did not keep the outcome. Without its answer, a key is in
 * doubt when its lease ends.
 */
export const reportKeyEnd =
  ({ logger, telemetry }: Reports) =>
  ({ operation, disposition, wasInDoubt, keyHash, stored }: Omit<KeyEnd, 'again'>) =>
  (): void => {
    const fields = () => ({ operation, key_hash: keyHash() });
    if (E.isLeft(stored)) {
      telemetry.keyLeftInDoubt({ operation });
      const { _tag: error, ...facts } = stored.left;
      const message = 'could not store the outcome of an idempotent request';
      logger.error(message, { ...fields(), error, ...facts });
    } else if (!stored.right) {
      telemetry.leaseLost('idempotency_key');
      logger.warn('lost the lease of an idempotency key while its request was running', fields());
    } else if (disposition === 'in_doubt') telemetry.keyLeftInDoubt({ operation });
    else if (wasInDoubt) telemetry.keySettled({ operation, by: 'request' });
  };

const adviceLines: { readonly [A in ReplayAdvice]: string } = {
  confirm_with_new_key:
    'repeated a stored response in which the payment was not complete: with this idempotency key it is never charged; after the customer has authenticated, confirm it with a new key',
  read_again:
    'repeated a stored response in which the payment or setup was not complete: read it for its present status',
};

/** Logs that a repetition got advice, because many clients do not look at it. */
export const reportReplayAdvice =
  ({ logger }: Pick<Reports, 'logger'>): AdviceDependencies['reportAdvice'] =>
  ({ operation, keyHash, advice }) =>
  () =>
    logger.warn(adviceLines[advice], { operation, key_hash: keyHash });

/** SHA-256 as hexadecimal digits. */
export const sha256: Digest = (text) => hash('sha256', text);

const secretsIn = (secret: IdempotencySecret | undefined): ReadonlyArray<string> => {
  if (secret === undefined) return [];
  return typeof secret === 'string' ? [secret] : secret;
};

/** The cipher with these secrets. Without a secret, one is created and kept in the store, so that all instances share it. */
export const idempotencyCipher = (
  store: Pick<IdempotencyStore, 'keepSecret'>,
  secret: IdempotencySecret | undefined,
): TE.TaskEither<StoreUnavailable, IdempotencyCipher> => {
  const given = RNA.fromReadonlyArray(secretsIn(secret));
  if (O.isSome(given)) return TE.right(createIdempotencyCipher(given.value));
  const made: { cipher?: IdempotencyCipher } = {};
  const keep = pipe(
    store.keepSecret(randomBytes(32).toString('base64url')),
    TE.map((kept) => {
      made.cipher = createIdempotencyCipher([kept]);
      return made.cipher;
    }),
  );
  return () => (made.cipher === undefined ? keep : TE.right(made.cipher))();
};

/** The dependencies for running requests with idempotency keys, from the options. */
export const idempotencySettings = (
  store: IdempotencyStore,
  secret: IdempotencySecret | undefined,
  {
    namespace = '',
    waitMs = idempotencyBounds.waitMs.fallback,
    leaseSeconds = idempotencyBounds.leaseSeconds.fallback,
    retentionDays = idempotencyBounds.retentionDays.fallback,
  }: IdempotencyOptions,
  {
    clock,
    logger,
    telemetry,
    report,
    releaseLater,
  }: Pick<IdempotencyDependencies, 'report' | 'releaseLater'> & {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly telemetry: Telemetry;
  },
): IdempotencyDependencies & AdviceDependencies => ({
  store,
  cipher: idempotencyCipher(store, secret),
  digest: sha256,
  namespace,
  clock,
  report,
  releaseLater,
  reportAdvice: reportReplayAdvice({ logger }),
  telemetry,
  setRepeating: systemSetRepeating,
  sleep: systemSleep,
  newOwner: randomUUID,
  waitMs,
  leaseSeconds,
  retentionSeconds: retentionDays * keyLifetime,
});
