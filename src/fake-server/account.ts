import type { Engine } from '../adapters/outbound/memory/engine/engine.js';
import type { MemoryProcessor } from '../adapters/outbound/memory/memory-processor.js';

/** What an API key stands for: a processor of its own, which shares nothing with those of other keys. */
export type Account = {
  /** `acct_...` */
  readonly id: string;
  readonly engine: Engine;
  /** The same processor as the port, with its controls. */
  readonly processor: MemoryProcessor;
  /** The next `req_...`. They are made apart, so that reading does not change the ids of objects. */
  readonly newRequestId: () => string;
  /** The idempotency keys whose requests are being answered. */
  readonly keysInFlight: Set<string>;
};
