import { expect } from 'chai';
import { systemSetRepeating } from '../../../src/adapters/outbound/system-time.js';

/** Runs until the third time, and returns how often it has run by now. */
const thrice = (): Promise<() => number> =>
  new Promise((resolve) => {
    let runs = 0;
    const end = systemSetRepeating(1, async () => {
      runs += 1;
      if (runs !== 3) return;
      end();
      resolve(() => runs);
    })();
  });

describe("the system's repeating timer", () => {
  it('runs a task repeatedly until it is stopped', async () => {
    const runs = await thrice();
    await thrice();
    expect(runs()).to.equal(3);
  });
});
