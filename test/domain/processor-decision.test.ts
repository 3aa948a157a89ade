import { expect } from 'chai';
import type { ProcessorRefused } from '../../src/domain/payment-error.js';
import { outcomeOf } from '../../src/domain/payment-error-facts.js';
import { decisionOf, type ProcessorDecision } from '../../src/domain/processor-decision.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const refusal = (
  status: number,
  given: Pick<ProcessorRefused, 'decision'> = {},
): ProcessorRefused => ({ ...paymentErrors.ProcessorRefused, status, ...given });

const withoutOne: ReadonlyArray<readonly [status: number, decision: ProcessorDecision]> = [
  [400, 'final'],
  [402, 'final'],
  [404, 'final'],
  [409, 'undecided'],
  [424, 'final'],
  [429, 'turned_away'],
];

describe('the decision of a processor', () => {
  for (const [status, decision] of withoutOne) {
    it(`is ${decision} with a ${status} of an adapter that says nothing`, () => {
      expect(decisionOf(refusal(status))).to.equal(decision);
    });
  }

  for (const decision of ['final', 'turned_away', 'undecided'] as const) {
    it(`is ${decision} if the adapter says so, with any status`, () => {
      for (let status = 400; status < 500; status += 1) {
        expect(decisionOf(refusal(status, { decision }))).to.equal(decision);
      }
    });
  }

  it('says whether the work may have been done', () => {
    expect(outcomeOf(refusal(424, { decision: 'undecided' }))).to.equal('unknown');
    expect(outcomeOf(refusal(424, { decision: 'turned_away' }))).to.equal(undefined);
    expect(outcomeOf(refusal(400))).to.equal(undefined);
  });
});
