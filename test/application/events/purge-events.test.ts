import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { purgeEvents } from '../../../src/application/events/purge-events.js';

describe('purgeEvents', () => {
  it('drops what came more than the days of retention ago', async () => {
    const calls: Array<readonly [before: number, limit: number]> = [];
    const purge = purgeEvents({
      eventQueue: {
        purge: (...given) => {
          calls.push(given);
          return TE.right(7);
        },
      },
      clock: () => 1_800_000_000,
      retentionDays: 30,
    });
    expect(await purge(500)()).to.deep.equal(E.right(7));
    expect(calls).to.deep.equal([[1_800_000_000 - 2_592_000, 500]]);
  });
});
