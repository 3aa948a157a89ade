import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { keepLease } from '../../src/application/keep-lease.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const setUp = () => {
  const timers = new Map<Task<unknown>, number>();
  const keep = keepLease({
    setRepeating: (milliseconds, task) => () => {
      timers.set(task, milliseconds);
      return () => timers.delete(task);
    },
    clock: () => 1_800_000_000,
    leaseSeconds: 60,
  });
  const renew = async (): Promise<void> => {
    for (const task of timers.keys()) await task();
  };
  return { keep, renew, timers };
};

describe('keepLease', () => {
  it('renews the lease three times in its length while the work goes on', async () => {
    const { keep, renew, timers } = setUp();
    const renewals: Array<ReadonlyArray<number>> = [];
    const extend = (...moments: ReadonlyArray<number>) => {
      renewals.push(moments);
      return TE.right(true);
    };
    const work = async () => {
      await renew();
      return [...timers.values()];
    };
    expect(await keep(extend)(work)()).to.deep.equal([20_000]);
    expect(renewals).to.deep.equal([[1_800_000_060, 1_800_000_000]]);
    expect(timers).to.have.property('size', 0);
  });

  it('stops when the work rejects', async () => {
    const { keep, timers } = setUp();
    const failing = async (): Promise<never> => {
      throw new Error('no room');
    };
    const caught: unknown = await keep(() => TE.right(true))(failing)().catch(
      (error: unknown) => error,
    );
    expect(caught).to.be.instanceOf(Error).with.property('message', 'no room');
    expect(timers).to.have.property('size', 0);
  });

  it('reports a lost lease, an error of the store and a throw', async () => {
    const { keep, renew } = setUp();
    const { StoreUnavailable } = paymentErrors;
    const defect = new Error('no store');
    const results: Array<unknown> = [];
    const extended = [
      () => TE.right(false),
      () => TE.left(StoreUnavailable),
      () => {
        throw defect;
      },
    ];
    for (const extend of extended) {
      await keep(extend, (result) => () => {
        results.push(result);
      })(renew)();
    }
    expect(results).to.deep.equal([
      E.right(false),
      E.left(StoreUnavailable),
      E.left({ _tag: 'Unexpected', cause: defect }),
    ]);
  });
});
