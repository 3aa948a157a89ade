import { expect } from 'chai';
import { createCircuitBreaker } from '../../../../src/adapters/outbound/stripe/circuit-breaker.js';
import type { BreakerState } from '../../../../src/application/ports/telemetry.js';

describe('the circuit breaker', () => {
  let now: number;
  let states: Array<BreakerState>;

  const start = (failures = 4, inRow?: number) => {
    now = 1_000_000;
    states = [];
    return createCircuitBreaker({
      failures,
      ...(inRow === undefined ? {} : { inRow }),
      pauseMs: 5000,
      now: () => now,
      onChange: (state) => states.push(state),
    });
  };

  type Breaker = ReturnType<typeof start>;

  /** Calls that end at once. Returns how many were sent. */
  const call = (breaker: Breaker, times: number, answered: boolean): number => {
    let sent = 0;
    for (let time = 0; time < times; time += 1) {
      const end = breaker.begin();
      if (end !== undefined) sent += 1;
      end?.(answered);
    }
    return sent;
  };

  /** A call that is sent, and hangs. */
  const hang = (breaker: Breaker): ((answered: boolean) => void) => {
    const end = breaker.begin();
    if (end === undefined) throw new Error('the call was not sent');
    return end;
  };

  it('opens when as many calls have failed as it is told, and then sends none', () => {
    const breaker = start();
    expect(call(breaker, 3, false)).to.equal(3);
    expect([states, breaker.pauseMs()]).to.deep.equal([[], 0]);
    call(breaker, 1, false);
    expect(states).to.deep.equal(['open']);
    expect([call(breaker, 5, true), breaker.pauseMs()]).to.deep.equal([0, 5000]);
    now += 4999;
    expect([call(breaker, 5, true), breaker.pauseMs()]).to.deep.equal([0, 1]);
  });

  it('stays closed while more than a fifth of the calls is answered', () => {
    const breaker = start();
    for (let round = 0; round < 100; round += 1) {
      call(breaker, 1, true);
      call(breaker, 3, false);
    }
    expect(states).to.deep.equal([]);
    call(breaker, 200, false);
    expect(states).to.deep.equal(['open']);
  });

  it('forgets calls after ten seconds', () => {
    const breaker = start();
    call(breaker, 1000, true);
    call(breaker, 3, false);
    now += 10_000;
    call(breaker, 3, false);
    now += 10_000;
    call(breaker, 3, false);
    expect(states).to.deep.equal([]);
    now += 4000;
    call(breaker, 1, false);
    expect(states, 'four within four seconds').to.deep.equal(['open']);
  });

  it('opens when few calls fail in a row over ten seconds, as in a small shop', () => {
    const breaker = start(10, 3);
    call(breaker, 1, true);
    for (let n = 0; n < 2; n += 1) {
      now += 9000;
      call(breaker, 1, false);
    }
    // Two in a row, over nine seconds.
    expect(states).to.deep.equal([]);
    now += 1000;
    call(breaker, 1, false);
    expect(states).to.deep.equal(['open']);
  });

  it('stays closed while an answer comes between failures, and for ten seconds of failures', () => {
    const breaker = start(10, 3);
    for (let n = 0; n < 20; n += 1) {
      now += 10_000;
      call(breaker, 2, false);
      call(breaker, 1, true);
    }
    call(breaker, 3, false);
    now += 9999;
    call(breaker, 3, false);
    expect(states).to.deep.equal([]);
    now += 1;
    call(breaker, 1, false);
    expect(states).to.deep.equal(['open']);
  });

  it('remembers calls for at least five seconds', () => {
    const breaker = start();
    now += 4999;
    call(breaker, 3, false);
    now += 5000;
    call(breaker, 1, false);
    expect(states).to.deep.equal(['open']);
  });

  it('after its pause tries one call, after each answer one more at a time, and closes after three answers', () => {
    const breaker = start();
    call(breaker, 4, false);
    now += 5000;
    expect(breaker.isTrying()).to.equal(true);
    const first = hang(breaker);
    expect([call(breaker, 5, true), breaker.pauseMs()]).to.deep.equal([0, 5000]);
    first(true);
    const second = hang(breaker);
    const third = hang(breaker);
    expect(breaker.begin()).to.equal(undefined);
    second(true);
    third(true);
    expect(states).to.deep.equal(['open', 'half_open', 'closed']);
    expect(call(breaker, 100, true)).to.equal(100);
    expect(breaker.isTrying()).to.equal(false);
  });

  it('opens again when a call that it tries fails', () => {
    const breaker = start();
    call(breaker, 4, false);
    now += 5000;
    call(breaker, 2, true);
    call(breaker, 1, false);
    expect(states).to.deep.equal(['open', 'half_open', 'open']);
    expect([call(breaker, 5, true), breaker.pauseMs()]).to.deep.equal([0, 5000]);
    now += 5000;
    expect(call(breaker, 3, true)).to.equal(3);
    expect(states.at(-1)).to.equal('closed');
  });

  it('tries another call after each pause while the one before hangs', () => {
    const breaker = start();
    call(breaker, 4, false);
    for (let pause = 0; pause < 10; pause += 1) {
      now += 5000;
      hang(breaker);
      expect(breaker.begin()).to.equal(undefined);
    }
    now += 5000;
    hang(breaker)(true);
    expect(states).to.deep.equal(['open', 'half_open']);
  });

  it('learns nothing from calls that began before it opened, or before it was half open', () => {
    const breaker = start();
    const slow = Array.from({ length: 20 }, () => hang(breaker));
    call(breaker, 4, false);
    for (const end of slow.slice(0, 10)) end(true);
    now += 5000;
    const first = hang(breaker);
    for (const end of slow.slice(10)) end(false);
    expect(states).to.deep.equal(['open', 'half_open']);
    first(true);
    call(breaker, 2, true);
    expect(states).to.deep.equal(['open', 'half_open', 'closed']);
  });

  it('never opens with 0 failures', () => {
    const breaker = start(0);
    expect(call(breaker, 1000, false)).to.equal(1000);
    expect(breaker.isTrying()).to.equal(false);
    expect([states, breaker.pauseMs()]).to.deep.equal([[], 0]);
  });
});
