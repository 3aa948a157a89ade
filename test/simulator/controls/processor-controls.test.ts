import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { asThrown } from '../../../src/application/thrown-payment-error.js';
import type { PaymentProcessor } from '../../../src/index.js';
import { createMemoryProcessor, type FailureTarget } from '../../../src/memory.js';
import { attemptControl } from '../../../src/simulator/controls/processor-controls.js';
import { failureTargets } from '../../../src/simulator/controls/processor-endpoints.js';
import { plannedFailureKinds } from '../../../src/simulator/engine/kernel/planned-failures.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';

// Does not compile when the in-memory processor has a target that HTTP does not.
const targetOverHttp = (
  target: Exclude<FailureTarget, keyof PaymentProcessor>,
): (typeof failureTargets)[number] => target;

const words = Object.values(engineOperations).flatMap(
  ({ failureAlias: word }: { readonly failureAlias?: string }) =>
    word === undefined ? [] : [word],
);

describe('the planned failures over HTTP', () => {
  it('are those of the in-memory processor', () => {
    expect(new Set<string>(failureTargets)).to.deep.equal(
      new Set([...words, targetOverHttp('any')]),
    );
  });

  it('are known to the in-memory processor', () => {
    const { controls } = createMemoryProcessor();
    for (const on of failureTargets) controls.failNext({ on, with: 'rate_limit' });
    for (const kind of plannedFailureKinds) controls.failNext({ on: 'any', with: kind });
    expect(controls.snapshot().faults).to.have.length(
      failureTargets.length + plannedFailureKinds.length,
    );
  });
});

const throwing = (error: Error) => () => {
  throw error;
};

describe('attemptControl', () => {
  it('returns the result', () => {
    expect(attemptControl(() => 1)).to.deep.equal(E.right(1));
  });

  it('returns the payment error that the control throws', () => {
    const error = asThrown({ _tag: 'NotFound', resource: 'refund' });
    expect(attemptControl(throwing(error))).to.have.property('left', error);
  });

  it('throws a defect again', () => {
    const defect = new TypeError('a defect');
    expect(() => attemptControl(throwing(defect))).to.throw(defect);
  });
});
