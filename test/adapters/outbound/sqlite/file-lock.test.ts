import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { storeUnavailable } from '../../../../src/adapters/outbound/sql/database.js';
import { retryWhileBusy } from '../../../../src/adapters/outbound/sqlite/file-lock.js';

const failure = (code: string) => E.left(storeUnavailable(Object.assign(new Error(), { code })));

/** Fails once with each code, and then succeeds. */
const failing = (...codes: ReadonlyArray<string>) => {
  const left = [...codes];
  return () => {
    const code = left.shift();
    return code === undefined ? E.right('done') : failure(code);
  };
};

describe('waiting for a locked file', () => {
  const told: Array<string> = [];
  const waiting = (): void => {
    told.push('waits');
  };
  beforeEach(() => told.splice(0));

  it('ends when the file is free', async () => {
    expect(await retryWhileBusy(failing('SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'))).to.deep.equal(
      E.right('done'),
    );
  });

  it('stops trying after its time-out', async () => {
    const outcome = await retryWhileBusy(failing('SQLITE_BUSY'), undefined, 0);
    expect(outcome).to.deep.equal(failure('SQLITE_BUSY'));
  });

  it('reports once that it is waiting after its time-out, and keeps waiting', async () => {
    const busy = Array.from({ length: 4 }, () => 'SQLITE_BUSY');
    expect(await retryWhileBusy(failing(...busy), waiting, 0)).to.deep.equal(E.right('done'));
    expect(told).to.deep.equal(['waits']);
  });

  it('does not wait after another error', async () => {
    expect(await retryWhileBusy(failing('SQLITE_FULL'), waiting)).to.deep.equal(
      failure('SQLITE_FULL'),
    );
    expect(told).to.deep.equal([]);
  });
});
