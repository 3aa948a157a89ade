import { createControls } from '../../../../../src/adapters/outbound/memory/create-controls.js';
import { createPort } from '../../../../../src/adapters/outbound/memory/create-port.js';
import {
  createEngine,
  type Engine,
} from '../../../../../src/adapters/outbound/memory/engine/engine.js';
import type { EngineOptions } from '../../../../../src/adapters/outbound/memory/engine/kernel/memory.js';
import { operations } from '../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { MemoryProcessor } from '../../../../../src/adapters/outbound/memory/memory-processor.js';
import { right } from './right.js';

/** When every test takes place: 2026-05-28. Unix seconds. */
export const noon = 1_780_000_000;

export type Shop = {
  readonly engine: Engine;
  readonly processor: MemoryProcessor;
  /** A customer without cards. */
  readonly customer: string;
};

/** A processor of its own, in its own terms and as the port, with one customer. */
export const openShop = (options: Partial<EngineOptions> = {}): Shop => {
  const engine = createEngine({
    seed: 'shop',
    clock: () => noon,
    keepEvents: 10_000,
    cardTokens: true,
    challengeUrl: (intent) => `https://bank.example/${intent}`,
    onListenerError: (error) => {
      throw error;
    },
    ...options,
  });
  const { id } = right(engine.call(operations.createCustomer, { email: 'ana@example.com' }));
  return {
    engine,
    processor: { ...createPort(engine), controls: createControls(engine) },
    customer: id,
  };
};
