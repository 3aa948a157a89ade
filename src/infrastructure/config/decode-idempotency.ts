import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { idempotencyBounds } from '../idempotency/idempotency-bounds.js';
import { decodeWholeNumber } from './decode-whole-number.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { every } from './every.js';
import { given } from './given.js';
import type { IdempotencyConfig } from './idempotency-config.js';
import type { ProcessorConfig } from './processor-config.js';

// The same on every instance, and at hand wherever there is something to hide.
const secretFor = (processor: ProcessorConfig): string =>
  processor.kind === 'memory' ? processor.kind : processor.secretKey;

/** How requests with an `Idempotency-Key` are handled; by default as the processor asks for. */
export const decodeIdempotency = (
  env: Environment,
  processor: Decoded<ProcessorConfig>,
): Decoded<IdempotencyConfig> =>
  pipe(
    every({
      waitMs: decodeWholeNumber(env, 'IDEMPOTENCY_WAIT_MS', idempotencyBounds.waitMs),
      leaseSeconds: decodeWholeNumber(
        env,
        'IDEMPOTENCY_LEASE_SECONDS',
        idempotencyBounds.leaseSeconds,
      ),
    }),
    E.map((decoded) => ({
      ...decoded,
      secret:
        given(env, 'IDEMPOTENCY_SECRET') ??
        (E.isRight(processor) ? secretFor(processor.right) : ''),
    })),
  );
