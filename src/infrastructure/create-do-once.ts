import { randomUUID } from 'node:crypto';
import { createIdempotencyCipher } from '../adapters/outbound/create-idempotency-cipher.js';
import { createMemoryIdempotencyStore } from '../adapters/outbound/memory/memory-idempotency-store.js';
import { systemWait } from '../adapters/outbound/system-wait.js';
import { type DoOnce, doOnce } from '../application/do-once.js';
import type { Clock } from '../application/ports/clock.js';
import type { IdempotencyOptions } from './idempotency-options.js';

/** What does requests with idempotency keys once. */
export const createDoOnce = (
  {
    store = createMemoryIdempotencyStore(),
    secret = randomUUID(),
    waitMs = 0,
    leaseSeconds = 240,
  }: IdempotencyOptions,
  clock: Clock,
): DoOnce =>
  doOnce({
    store,
    cipher: createIdempotencyCipher(secret),
    clock,
    wait: systemWait,
    newOwner: randomUUID,
    waitMs,
    leaseSeconds,
  });
