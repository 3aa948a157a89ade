import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DoubtSettlement, SettleDoubt } from '../../../src/application/facade/settle-doubt.js';
import type {
  IdempotencyStore,
  UnsettledKey,
} from '../../../src/application/ports/idempotency-store.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { createDoubtSettling } from '../../../src/infrastructure/idempotency/doubt-settling.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { until } from '../../support/time/until.js';

const now = 1_800_000_000;
const derived = (number: number): string => String(number).padStart(64, '0');

const doubt = (number: number, leasedUntil: number | null = null): UnsettledKey => ({
  scope: 'shop',
  key: `order ${number}`,
  since: now - 60,
  leasedUntil,
  secret: 's',
  firstSent: { operation: 'refundCharge', derivedKey: derived(number), settings: '{}' },
  summary: 'sealed',
});

const eventOf = (number: number) => ({
  id: `evt_${number}`,
  object: 'event' as const,
  type: 'refund.created',
  created: now,
  livemode: false,
  data: { object: { metadata: { pasarela_key: derived(number) } } },
});

type Asked = Parameters<IdempotencyStore['unsettled']>[0];

/** A task over planned keys that records its questions and its look-ups. */
const openTask = (
  given: Partial<Pick<IdempotencyStore, 'unsettled' | 'takeLookUp'>> = {},
  result: (key: UnsettledKey) => DoubtSettlement = () => ({ _tag: 'NoEvidence' }),
  pauses = { busyMs: 1, idleMs: 60_000 },
) => {
  const asked: Array<Asked> = [];
  const taken: Array<number> = [];
  const settled: Array<readonly [key: string, by: string]> = [];
  const logged: Array<readonly [string, unknown]> = [];
  const log = (message: string, fields?: unknown): void => {
    logged.push([message, fields]);
  };
  const settling = createDoubtSettling({
    store: {
      unsettled: (page) => {
        asked.push(page);
        return (given.unsettled ?? (() => TE.right([])))(page);
      },
      takeLookUp: (pace, at) => {
        taken.push(at);
        return (given.takeLookUp ?? (() => TE.right(null)))(pace, at);
      },
    },
    clock: () => now,
    logger: { ...silentLogger, info: log, warn: log },
    pauses,
  });
  const settle: SettleDoubt = (key, by) => async () => {
    settled.push([key.key, by]);
    return result(key);
  };
  return { settling, settle, asked, taken, settled, logged };
};

/** Gives out these keys, one at each question. */
const oneByOne = (...keys: ReadonlyArray<UnsettledKey>): IdempotencyStore['takeLookUp'] => {
  const left = [...keys];
  return () => TE.fromIO(() => left.shift() ?? null);
};

describe('settling doubts in the background', () => {
  it('looks up the keys that are due, one after another, and then waits', async () => {
    const { settling, settle, settled, taken } = openTask({
      takeLookUp: oneByOne(doubt(1), doubt(2)),
    });
    const { stop } = settling.start(settle);
    await until(() => taken.length === 3);
    await stop(1000);
    expect(settled).to.deep.equal([
      ['order 1', 'background'],
      ['order 2', 'background'],
    ]);
  });

  it('looks up the keys that an event names, although it waits', async () => {
    const { settling, settle, asked, settled, taken } = openTask({
      unsettled: () => TE.right([doubt(1), doubt(2, now + 1), doubt(3, now)]),
    });
    const { stop } = settling.start(settle);
    await until(() => taken.length === 1);
    settling.noteEvent(eventOf(1))();
    settling.noteEvent(eventOf(2))();
    await until(() => settled.length === 2);
    await stop(1000);
    expect(asked).to.deep.equal([{ limit: 50, derivedKeys: [derived(1), derived(2)] }]);
    // A request with the second key is running.
    expect(settled).to.deep.equal([
      ['order 1', 'event'],
      ['order 3', 'event'],
    ]);
  });

  it('asks the store nothing about events that name no key', async () => {
    const { settling, settle, asked, taken } = openTask();
    const { stop } = settling.start(settle);
    await until(() => taken.length === 1);
    settling.noteEvent({ ...eventOf(1), data: { object: {} } })();
    await stop(1000);
    expect(asked).to.deep.equal([]);
  });

  it('asks about a burst of events in a few questions, and about a thousand keys at most', async () => {
    const { settling, settle, asked } = openTask();
    for (let number = 0; number < 1500; number += 1) settling.noteEvent(eventOf(number))();
    const { stop } = settling.start(settle);
    await until(() => asked.length === 20);
    settling.noteEvent(eventOf(2000))();
    await until(() => asked.length === 21);
    await stop(1000);
    expect(asked.map(({ derivedKeys = [] }) => derivedKeys.length)).to.deep.equal([
      ...Array.from({ length: 20 }, () => 50),
      1,
    ]);
  });

  it('logs what it has settled, without the key', async () => {
    const { settling, settle, logged } = openTask({ takeLookUp: oneByOne(doubt(1)) }, () => ({
      _tag: 'Settled',
      outcome: { _tag: 'Right', right: {} },
    }));
    const { stop } = settling.start(settle);
    await until(() => logged.length === 1);
    await stop(1000);
    expect(logged).to.deep.equal([
      [
        'found out the outcome of an idempotency key in doubt',
        {
          operation: 'refundCharge',
          // SHA-256 of "order 1".
          key_hash: 'f3d6f0d55b053fdeb0116c2eaffd74e9113b2fd19d7d0675fd8c87a430993b8d',
        },
      ],
    ]);
  });

  it('waits when the processor does not answer, so that the other keys keep their turns', async () => {
    const { settling, settle, settled, taken } = openTask(
      { takeLookUp: oneByOne(doubt(1), doubt(2)) },
      () => ({ _tag: 'Failed', error: paymentErrors.ProcessorUnavailable }),
    );
    const { stop } = settling.start(settle);
    await until(() => settled.length === 1);
    settling.noteEvent(eventOf(3))();
    await stop(1000);
    expect(taken).to.deep.equal([now]);
  });

  it('goes on when the processor refuses to tell about a key', async () => {
    for (const error of [
      { ...paymentErrors.ProcessorRefused, status: 400 },
      paymentErrors.NotFound,
    ]) {
      const { settling, settle, settled } = openTask(
        { takeLookUp: oneByOne(doubt(1), doubt(2)) },
        () => ({ _tag: 'Failed', error }),
      );
      const { stop } = settling.start(settle);
      await until(() => settled.length === 2);
      await stop(1000);
    }
  });

  it('goes on when the store fails', async () => {
    let failures = 0;
    const failing = () => {
      failures += 1;
      return TE.left(paymentErrors.StoreUnavailable);
    };
    const { settling, settle, logged } = openTask(
      { unsettled: failing, takeLookUp: failing },
      undefined,
      { busyMs: 1, idleMs: 1 },
    );
    settling.noteEvent(eventOf(1))();
    const { stop } = settling.start(settle);
    await until(() => failures > 3);
    await stop(1000);
    expect(logged[0]?.[0]).to.equal(
      'could not ask the store for keys in doubt; it will be tried again',
    );
  });

  it('stops without waiting longer than its patience for a look-up', async () => {
    const { settling, settled } = openTask({ takeLookUp: oneByOne(doubt(1)) });
    const { stop } = settling.start((key) => {
      settled.push([key.key, '']);
      return () => new Promise(() => {});
    });
    await until(() => settled.length === 1);
    await stop(0);
  });
});
