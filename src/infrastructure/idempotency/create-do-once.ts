import { randomUUID } from 'node:crypto';
import { createIdempotencyCipher } from '../../adapters/outbound/create-idempotency-cipher.js';
import { createMemoryIdempotencyStore } from '../../adapters/outbound/memory/memory-idempotency-store.js';
import { systemEvery } from '../../adapters/outbound/system-every.js';
import { systemWait } from '../../adapters/outbound/system-wait.js';
import { type DoOnce, doOnce } from '../../application/idempotency/do-once.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Logger } from '../../application/ports/logger.js';
import { idempotencyBounds } from './idempotency-bounds.js';
import type { IdempotencyOptions } from './idempotency-options.js';
import { reportKeyEnd } from './report-key-end.js';

/** What does requests with idempotency keys once. */
export const createDoOnce = (
  {
    store = createMemoryIdempotencyStore(),
    secret = randomUUID(),
    waitMs = idempotencyBounds.waitMs.fallback,
    leaseSeconds = idempotencyBounds.leaseSeconds.fallback,
  }: IdempotencyOptions,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): DoOnce =>
  doOnce({
    store,
    cipher: createIdempotencyCipher(secret),
    clock,
    report: reportKeyEnd(logger),
    every: systemEvery,
    wait: systemWait,
    newOwner: randomUUID,
    waitMs,
    leaseSeconds,
  });
