import { expect } from 'chai';
import type { MarkedCell } from '../../../src/torture/result/certificate.js';
import {
  certificateChanges,
  withUnplayed,
} from '../../../src/torture/result/certificate-changes.js';

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

  it('are not the cells that a test which ended early did not come to: they keep their earlier marks', () => {
    const pair = { ...cell('a'), second: { message: 'order', fault: 'declined' } };
    const cut = (fault: string): MarkedCell => ({
      ...cell(fault, 'unreached'),
      why: 'the test ended before',
    });
    const after = { cells: [cell('a', 'broke'), cut('b'), cut('d')] };
    const changes = certificateChanges({ cells: [cell('a'), cell('b'), cell('c'), pair] }, after);
    expect(changes).to.deep.equal({
      added: [cut('d')],
      gone: [],
      unplayed: [cell('b'), cell('c'), pair],
      changed: [{ before: cell('a'), after: cell('a', 'broke') }],
    });
    expect(withUnplayed(after, changes)).to.deep.equal({
      cells: [cell('a', 'broke'), cell('b'), cut('d'), cell('c'), pair],
    });
  });
});
