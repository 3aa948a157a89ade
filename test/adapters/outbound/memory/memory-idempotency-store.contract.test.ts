import { createMemoryIdempotencyStore } from '../../../../src/adapters/outbound/memory/memory-idempotency-store.js';
import { describeIdempotencyStore } from '../../../../src/contract/stores/describe-idempotency-store.js';

describeIdempotencyStore('memory', { open: createMemoryIdempotencyStore });
