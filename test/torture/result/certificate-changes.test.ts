import { expect } from 'chai';
import type { MarkedCell } from '../../../src/torture/result/certificate.js';
import { certificateChanges } from '../../../src/torture/result/certificate-changes.js';

const cell = (fault: string, mark: MarkedCell['mark'] = 'held'): MarkedCell => ({
  journey: 'paid',
  message: 'POST /v1/refunds',
  fault,
  mark,
  rules: mark === 'broke' ? ['stuck'] : [],
});

describe('the changes of a certificate', () => {
  it('are what is new, gone, and marked in another way', () => {
    const before = { cells: [cell('a'), cell('b'), cell('c', 'broke')] };
    const after = { cells: [cell('b', 'broke'), cell('c', 'broke'), cell('d')] };
    expect(certificateChanges(before, after)).to.deep.equal({
      added: [cell('d')],
      gone: [cell('a')],
      changed: [{ before: cell('b'), after: cell('b', 'broke') }],
    });
  });
});
