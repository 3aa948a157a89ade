import type { Capabilities, Fault } from '../../../src/contract.js';
import type { MemoryProcessor } from '../../../src/memory.js';

const inMemory = {
  answer_lost: 'timeout_after',
  not_reached: 'timeout_before',
  rate_limited: 'rate_limit',
  server_error: 'server_error',
} as const satisfies { readonly [F in Fault]: string };

/** The in-memory processor allows everything on demand. */
export const memoryCapabilities: Capabilities<MemoryProcessor> = {
  rawCardNumbers: true,
  completeChallenge: ({ controls }, intent) => void controls.completeChallenge(intent),
  failChallenge: ({ controls }, intent) => void controls.failChallenge(intent),
  settleRefund: ({ controls }, refund) => void controls.settle(refund),
  lookUps: ({ lookUps }) => lookUps ?? {},
  retrieveAccount: (processor) => processor.retrieveAccount,
  injectFault: ({ controls }, fault) => controls.failNext({ on: 'any', with: inMemory[fault] }),
};
