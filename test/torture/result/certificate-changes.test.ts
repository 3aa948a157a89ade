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
      unplayed: [],
      changed: [{ before: cell('b'), after: cell('b', 'broke') }],
    });
  });

  it('are not the pairs or single faults that a later test did not play', () => {
    const pair = { ...cell('a'), second: { message: 'order', fault: 'declined' } };
    const both = { cells: [cell('a'), pair] };
    expect(certificateChanges(both, { cells: [cell('a')] })).to.deep.equal({
      added: [],
      gone: [],
      unplayed: [pair],
      changed: [],
    });
    expect(certificateChanges(both, { cells: [pair] })).to.deep.equal({
      added: [],
      gone: [],
      unplayed: [cell('a')],
      changed: [],
    });
  });
});
