import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { settlesWithin } from '../../src/infrastructure/settles-within.js';

const never = new Promise(() => {});

describe('settlesWithin', () => {
  it('resolves with true as soon as the promise settles', async () => {
    expect(await settlesWithin(Promise.resolve(), 60_000)).to.equal(true);
  });

  it('waits for a delay longer than a timer allows', async () => {
    for (const ms of [2 ** 31, Infinity]) {
      expect(await settlesWithin(sleep(5), ms)).to.equal(true);
    }
  });

  it('resolves with false immediately when no time is left', async () => {
    for (const ms of [0, -1]) {
      expect(await settlesWithin(never, ms)).to.equal(false);
    }
  });
});
