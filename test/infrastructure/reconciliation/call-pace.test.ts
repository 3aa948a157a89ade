import { expect } from 'chai';
import { createCallPace } from '../../../src/infrastructure/reconciliation/call-pace.js';

/** The moments at which calls begin, each of which takes this long, in milliseconds. */
const begins = async (
  rate: number | undefined,
  durations: ReadonlyArray<number>,
): Promise<ReadonlyArray<number>> => {
  let now = 0;
  const pace = createCallPace({
    rate,
    now: () => now,
    pause: async (ms) => {
      now += ms;
    },
  });
  const moments: Array<number> = [];
  for (const duration of durations) {
    await pace();
    moments.push(now);
    now += duration;
  }
  return moments;
};

describe('the pace of calls', () => {
  it('is even, and waits only for what is left', async () => {
    expect(await begins(10, [0, 0, 30, 0])).to.deep.equal([0, 100, 200, 300]);
  });

  it('does not catch up after slow calls', async () => {
    expect(await begins(10, [500, 0, 0])).to.deep.equal([0, 500, 600]);
  });

  it('is that of the processor without a rate', async () => {
    expect(await begins(undefined, [1, 1, 1])).to.deep.equal([0, 1, 2]);
  });
});
