import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { dropEventPayloads, purgeEvents } from '../../../src/application/events/retention.js';

const clock = () => 1_800_000_000;

describe('dropEventPayloads', () => {
  it('drops payloads of a state that are older than the retention', async () => {
    const calls: Array<ReadonlyArray<unknown>> = [];
    const drop = dropEventPayloads(
      {
        eventStore: {
          dropPayloads: (...given) => {
            calls.push(given);
            return TE.right(7);
          },
        },
        clock,
        retentionDays: 30,
      },
      'handled',
    );
    expect(await drop(500)()).to.deep.equal(E.right(7));
    expect(calls).to.deep.equal([['handled', 1_800_000_000 - 2_592_000, 500, 1_800_000_000]]);
  });
});

describe('purgeEvents', () => {
  it('forgets events that are older than the retention of ids', async () => {
    const calls: Array<ReadonlyArray<unknown>> = [];
    const purge = purgeEvents({
      eventStore: {
        purge: (...given) => {
          calls.push(given);
          return TE.right(7);
        },
      },
      clock,
      idDays: 35,
    });
    expect(await purge(500)()).to.deep.equal(E.right(7));
    expect(calls).to.deep.equal([[1_800_000_000 - 3_024_000, 500, 1_800_000_000]]);
  });
});
