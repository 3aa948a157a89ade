import { expect } from 'chai';
import { createMinuteLimit } from '../../../../src/adapters/inbound/http/minute-limit.js';

describe('one log line a minute', () => {
  it('passes the first, and after a minute the next with the number of those between', () => {
    let now = 5;
    const times = createMinuteLimit(() => now);
    expect([times(), times(), times()]).to.deep.equal([1, 0, 0]);
    now += 59_999;
    expect(times()).to.equal(0);
    now += 1;
    expect([times(), times()]).to.deep.equal([4, 0]);
    now += 600_000;
    expect([times(), times()]).to.deep.equal([2, 0]);
  });
});
