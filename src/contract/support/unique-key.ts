import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../application/ports/payment-processor.js';

/** A new idempotency key, as a call takes it. */
export const uniqueKey = (): CallOptions => ({ idempotencyKey: `contract-${randomUUID()}` });
