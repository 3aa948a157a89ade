import * as T from 'fp-ts/lib/Task.js';
import { createMemoryRefundSums } from '../../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import type { CeilingDependencies } from '../../../src/application/ceilings.js';

/** The dependencies of use cases without ceilings, where nothing is added up. */
export const withoutCeilings: CeilingDependencies = {
  ceilings: { client: '' },
  refundSums: createMemoryRefundSums(),
  attempt: { id: () => 'a request', inDoubt: false, holdsKey: T.of(true) },
  clock: () => 1_700_000_000,
};
