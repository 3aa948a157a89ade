import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { settlesWithin } from '../../src/infrastructure/settles-within.js';

const never = new Promise(() => {});

describe('isOver', () => {
  it('says so as soon as it is', async () => {
    expect(await settlesWithin(Promise.resolve(), 60_000)).to.equal(true);
  });

  it('waits as long as timers can where it is to wait longer', async () => {
    for (const ms of [2 ** 31, Infinity]) {
      expect(await settlesWithin(sleep(5), ms)).to.equal(true);
    }
  });

  it('does not wait where no time is left', async () => {
    for (const ms of [0, -1]) {
      expect(await settlesWithin(never, ms)).to.equal(false);
    }
  });
});
