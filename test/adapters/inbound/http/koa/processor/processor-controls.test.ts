import { expect } from 'chai';
import {
  failureKinds,
  failureTargets,
  type PlannedFailure,
} from '../../../../../../src/adapters/inbound/http/koa/processor/processor-controls.js';
import { faultKinds } from '../../../../../../src/adapters/outbound/memory/engine/faults/fault.js';
import { operations } from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { PaymentProcessor } from '../../../../../../src/index.js';
import {
  createMemoryProcessor,
  type FailurePlan,
  type FailureTarget,
} from '../../../../../../src/memory.js';

// A kind or a target that the in-memory processor has and HTTP does not is an error of the compiler here.
const kindOverHttp = (kind: FailurePlan['with']): PlannedFailure => kind;
const targetOverHttp = (
  target: Exclude<FailureTarget, keyof PaymentProcessor>,
): (typeof failureTargets)[number] => target;

const words = Object.values(operations).flatMap(({ word }: { readonly word?: string }) =>
  word === undefined ? [] : [word],
);

describe('what can fail over HTTP', () => {
  it('is what can fail in the in-memory processor', () => {
    expect(failureKinds).to.have.members(faultKinds.map(kindOverHttp));
    expect(new Set<string>(failureTargets)).to.deep.equal(
      new Set([...words, targetOverHttp('any')]),
    );
  });

  it('is known to the in-memory processor', () => {
    const { controls } = createMemoryProcessor();
    for (const on of failureTargets) controls.failNext({ on, with: 'rate_limit' });
    for (const kind of failureKinds) controls.failNext({ on: 'any', with: kind });
    expect(controls.snapshot().faults).to.have.length(failureTargets.length + failureKinds.length);
  });
});
