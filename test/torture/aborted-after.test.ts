import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { abortedAfter } from '../../src/torture/aborted-after.js';
import { collectGarbage } from '../support/collect-garbage.js';

describe('a signal that aborts after a time', () => {
  it('aborts then, also when the garbage was collected', async () => {
    const signal = abortedAfter(50, new AbortController().signal);
    const aborted = once(signal, 'abort');
    for (let round = 0; round < 5; round += 1) {
      await turn();
      collectGarbage();
    }
    await aborted;
    expect(String(signal.reason)).to.equal('Error: 0.05 s are over');
  });

  it('aborts with the other signal before', async () => {
    const other = new AbortController();
    const signal = abortedAfter(60_000, other.signal);
    const aborted = once(signal, 'abort');
    other.abort('enough');
    await aborted;
    expect(signal.reason).to.equal('enough');
  });
});
