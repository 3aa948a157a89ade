import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { watchLease } from '../../../src/application/idempotency/key-lease.js';
import type {
  IdempotencyDoubt,
  IdempotencyStore,
} from '../../../src/application/ports/idempotency-store.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';

const began = 1_800_000_000;
const leaseSeconds = 30;
const hour = 3600;

const watch = (doubt: IdempotencyDoubt | null = null) => {
  const state: { now: number; reply: ReturnType<IdempotencyStore['extend']> } = {
    now: began,
    reply: TE.right(true),
  };
  const asked: Array<readonly [leaseUntil: number, now: number]> = [];
  const lease = watchLease(
    {
      store: {
        extend: (_lease, leaseUntil, now) => {
          asked.push([leaseUntil, now]);
          return state.reply;
        },
      },
      clock: () => state.now,
      leaseSeconds,
    },
    { lease: { scope: 'shop', key: 'order 42', owner: 'a' }, askedAt: began, doubt },
  );
  return { state, asked, lease };
};

const allowed = E.right(undefined);
const withheld = async (
  task: TE.TaskEither<unknown, void>,
  outcome: 'not_done' | 'unknown',
): Promise<void> => {
  const ended = await task();
  expect(ended).to.have.nested.property('left._tag', 'ProcessorUnavailable');
  expect(ended).to.have.nested.property('left.outcome', outcome);
};

describe('the lease of an idempotency key, before an attempt (decision I7)', () => {
  it('is not asked for while most of it is left', async () => {
    const { state, asked, lease } = watch();
    for (const passed of [0, 10, 19]) {
      state.now = began + passed;
      expect(await lease.beforeAttempt()).to.deep.equal(allowed);
    }
    expect(asked).to.deep.equal([]);
  });

  it('is renewed when less than a third is left, or it is over, and then counts anew', async () => {
    const { state, asked, lease } = watch();
    for (const passed of [20, 100]) {
      state.now = began + passed;
      expect(await lease.beforeAttempt()).to.deep.equal(allowed);
      expect(await lease.beforeAttempt()).to.deep.equal(allowed);
    }
    expect(asked).to.deep.equal([
      [began + 50, began + 20],
      [began + 130, began + 100],
    ]);
  });

  it('is not asked for after a renewal by the timer', async () => {
    const { state, asked, lease } = watch();
    state.now = began + 20;
    await lease.extend(state.now + leaseSeconds, state.now)();
    state.now += 19;
    expect(await lease.check()).to.deep.equal(allowed);
    expect(asked).to.have.length(1);
  });

  const lost: ReadonlyArray<readonly [string, ReturnType<IdempotencyStore['extend']>]> = [
    ['another request has it', TE.right(false)],
    ['its store cannot be reached', TE.left(paymentErrors.StoreUnavailable)],
    ['its store has a defect', () => Promise.reject(new Error('a defect'))],
  ];
  for (const [what, reply] of lost) {
    it(`keeps everything back when ${what}`, async () => {
      const { state, lease } = watch();
      state.reply = reply;
      state.now += leaseSeconds;
      await withheld(lease.beforeAttempt, 'not_done');
      await withheld(lease.beforeAttempt, 'not_done');
    });

    it(`keeps a second attempt back when ${what}, and the outcome is unknown`, async () => {
      const { state, lease } = watch();
      await lease.beforeAttempt();
      state.reply = reply;
      state.now += leaseSeconds;
      await withheld(lease.beforeAttempt, 'unknown');
    });
  }

  it('counts for nothing once the timer has learned that it was lost', async () => {
    const { state, asked, lease } = watch();
    state.reply = TE.right(false);
    await lease.extend(began + leaseSeconds, began)();
    expect(lease.isCertain()).to.equal(false);
    await withheld(lease.check, 'not_done');
    expect(asked).to.have.length(2);
  });

  it('is asked for when the clock was set back', async () => {
    const { state, asked, lease } = watch();
    state.now = began - hour;
    expect(lease.isCertain()).to.equal(false);
    expect(await lease.check()).to.deep.equal(allowed);
    expect(asked).to.have.length(1);
  });

  it('lets a request that was never sent go at any age', async () => {
    const { state, lease } = watch();
    state.now += 48 * hour;
    expect(await lease.beforeAttempt()).to.deep.equal(allowed);
  });

  it('keeps a request back that was sent 23 hours ago: the processor may have forgotten its key', async () => {
    const { state, lease } = watch();
    await lease.beforeAttempt();
    state.now += 23 * hour - 1;
    expect(await lease.beforeAttempt()).to.deep.equal(allowed);
    state.now += 1;
    await withheld(lease.beforeAttempt, 'unknown');
  });

  it('counts a call whose adapter checked nothing', async () => {
    const { state, lease } = watch();
    await lease.check();
    expect(lease.noteSent('its outcome')).to.equal('its outcome');
    state.now += 23 * hour;
    await withheld(lease.check, 'unknown');
  });

  it('counts the age of a doubt', async () => {
    const { state, lease } = watch({ since: began - 22 * hour, age: 22 * hour });
    expect(await lease.check()).to.deep.equal(allowed);
    state.now += hour;
    await withheld(lease.check, 'unknown');
  });

  it('is certain until a second before its end', () => {
    const { state, lease } = watch();
    state.now += leaseSeconds - 2;
    expect(lease.isCertain()).to.equal(true);
    state.now += 1;
    expect(lease.isCertain()).to.equal(false);
  });
});
