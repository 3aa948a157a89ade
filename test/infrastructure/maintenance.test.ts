import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Purge, startMaintenance } from '../../src/infrastructure/maintenance.js';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A purge of `count` rows, with the limits of its calls. */
const rows = (count: number) => {
  const limits: Array<number> = [];
  let left = count;
  const purge: Purge = (limit) =>
    TE.fromIO(() => {
      limits.push(limit);
      const dropped = Math.min(limit, left);
      left -= dropped;
      return dropped;
    });
  return { purge, limits, left: () => left };
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate);
};

describe('maintenance', () => {
  it('deletes all old rows when it starts, batch by batch', async () => {
    const { purge, limits, left } = rows(25);
    const { stop } = startMaintenance({ purges: [purge], logger: silent, batch: 10 });
    await until(() => left() === 0);
    await stop();
    expect(limits).to.deep.equal([10, 10, 10]);
  });

  it('runs again after the interval', async () => {
    const { purge, limits } = rows(0);
    const { stop } = startMaintenance({ purges: [purge], logger: silent, intervalMs: 1 });
    await until(() => limits.length > 2);
    await stop();
  });

  it('logs a failing store, continues with the others, and runs again', async () => {
    const warned: Array<unknown> = [];
    const failing: Purge = () =>
      TE.left({ _tag: 'StoreUnavailable', cause: new Error('disk full') });
    const broken: Purge = () => {
      throw new Error('a defect');
    };
    const { purge, limits } = rows(0);
    const { stop } = startMaintenance({
      purges: [failing, broken, purge],
      logger: { ...silent, warn: (message, fields) => warned.push([message, fields]) },
      intervalMs: 1,
    });
    await until(() => limits.length > 1);
    await stop();
    expect(warned[0]).to.have.nested.property('[1].cause.message', 'disk full');
  });

  it('stops between two batches', async () => {
    const begun: Array<number> = [];
    const endless: Purge = (limit) =>
      TE.fromTask(async () => {
        begun.push(limit);
        await new Promise(setImmediate);
        return limit;
      });
    const { stop } = startMaintenance({ purges: [endless], logger: silent });
    await until(() => begun.length > 1);
    await stop();
    const count = begun.length;
    await new Promise(setImmediate);
    expect(begun).to.have.length(count);
  });

  it('stops during the interval', async () => {
    const { purge, limits } = rows(0);
    const { stop } = startMaintenance({ purges: [purge], logger: silent });
    await until(() => limits.length === 1);
    await stop();
    await stop();
    expect(limits).to.have.length(1);
  });
});
