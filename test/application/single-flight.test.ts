import { expect } from 'chai';
import { singleFlight } from '../../src/application/single-flight.js';

describe('singleFlight', () => {
  it('runs the task once for concurrent callers, and again for a later one', async () => {
    const ends: Array<(value: number) => void> = [];
    const task = singleFlight(() => new Promise<number>((resolve) => void ends.push(resolve)));

    const early = [task(), task()];
    expect(ends).to.have.length(1);
    ends[0]?.(1);
    expect(await Promise.all(early)).to.deep.equal([1, 1]);

    const late = task();
    ends[1]?.(2);
    expect(await late).to.equal(2);
  });
});
