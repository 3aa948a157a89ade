import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { MemoryProcessor } from '../../../src/memory.js';
import type { Capabilities, Fault } from '../../../src/contract.js';

const inMemory = {
  answer_lost: 'timeout_after',
  not_reached: 'timeout_before',
  rate_limited: 'rate_limit',
  server_error: 'server_error',
} as const satisfies { readonly [F in Fault]: string };

const done = (outcome: E.Either<unknown, unknown>): void => {
  assert.ok(E.isRight(outcome), 'the control did what it was asked for');
};

/** The in-memory processor allows everything on demand. */
export const memoryCapabilities: Capabilities<MemoryProcessor> = {
  rawCardNumbers: true,
  completeChallenge: ({ controls }, intent) => done(controls.completeChallenge(intent)),
  failChallenge: ({ controls }, intent) => done(controls.failChallenge(intent)),
  settleRefund: ({ controls }, refund) => done(controls.settle(refund)),
  injectFault: ({ controls }, fault) =>
    done(controls.failNext({ on: 'any', with: inMemory[fault] })),
};
