import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { KeyEnd } from '../../../src/application/idempotency/hold-key.js';
import type { StoreUnavailable } from '../../../src/domain/payment-error.js';
import { createLateEnds } from '../../../src/infrastructure/idempotency/late-ends.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { until } from '../../support/time/until.js';

const away: E.Either<StoreUnavailable, boolean> = E.left(paymentErrors.StoreUnavailable);

/** Late ends over a store, and all that they report and log. */
const openEnds = (given: Partial<Parameters<typeof createLateEnds>[0]> = {}) => {
  const store: { answer: KeyEnd['stored']; asked: number } = { answer: away, asked: 0 };
  const reported: Array<readonly [key: string, stored: KeyEnd['stored']]> = [];
  const warned: Array<unknown> = [];
  const ends = createLateEnds({
    report:
      ({ keyHash, stored }) =>
      () =>
        reported.push([keyHash(), stored]),
    logger: { warn: (_message, fields) => warned.push(fields?.['key_hash']) },
    pauseMs: 1,
    ...given,
  });
  const end = (
    keyHash: string,
    stored: KeyEnd['stored'] = away,
    again: () => KeyEnd['stored'] | Promise<KeyEnd['stored']> = () => store.answer,
  ) =>
    ends.report({
      operation: 'createPaymentIntent',
      disposition: 'keep',
      wasInDoubt: false,
      keyHash: () => keyHash,
      stored,
      again: async () => {
        store.asked += 1;
        return again();
      },
    })();
  const release = (again: () => KeyEnd['stored'] = () => store.answer) =>
    ends.releaseLater(async () => {
      store.asked += 1;
      return again();
    })();
  return { store, reported, warned, end, release, stop: ends.stop };
};

describe('createLateEnds', () => {
  it('reports at once what the store took, and what it refused for good', () => {
    const { reported, warned, end } = openEnds();
    const refused: KeyEnd['stored'] = E.left(paymentErrors.Unexpected);
    end('taken', E.right(true));
    end('lost', E.right(false));
    end('refused', refused);
    expect(reported).to.deep.equal([
      ['taken', E.right(true)],
      ['lost', E.right(false)],
      ['refused', refused],
    ]);
    expect(warned).to.deep.equal([]);
  });

  it('stores an end as soon as the store takes it, and reports it once', async () => {
    const { store, reported, warned, end } = openEnds();
    end('a');
    end('b');
    await until(() => store.asked > 5);
    expect(reported).to.deep.equal([]);
    expect(warned).to.deep.equal(['a', 'b']);
    store.answer = E.right(true);
    await until(() => reported.length === 2);
    expect(new Map(reported)).to.deep.equal(
      new Map([
        ['a', E.right(true)],
        ['b', E.right(true)],
      ]),
    );
    const { asked } = store;
    end('c');
    await until(() => reported.length === 3);
    expect(store.asked).to.equal(asked + 1);
  });

  it('lets an end that the store refuses alone hold up no other', async () => {
    const { store, reported, end } = openEnds();
    store.answer = E.right(true);
    end('poison', away, () => away);
    end('good');
    await until(() => reported.length === 1);
    expect(reported).to.deep.equal([['good', E.right(true)]]);
  });

  it('says nothing of a key that another request has by now', async () => {
    const { store, reported, end, stop } = openEnds();
    end('taken over', away, () => E.right(false));
    await until(() => store.asked === 1);
    await stop(1000);
    expect(reported).to.deep.equal([]);
  });

  it('reports a failure of another kind', async () => {
    const { reported, end } = openEnds();
    const failure: KeyEnd['stored'] = E.left(paymentErrors.Unexpected);
    end('a', away, () => failure);
    await until(() => reported.length === 1);
    expect(reported).to.deep.equal([['a', failure]]);
  });

  it('releases a lost claim as soon as the store takes it, and says nothing of it', async () => {
    const { store, reported, warned, end, release } = openEnds();
    release();
    await until(() => store.asked > 2);
    release(() => E.right(false));
    store.answer = E.right(true);
    // Behind them.
    end('a');
    await until(() => reported.length === 1);
    expect([reported, warned]).to.deep.equal([[['a', E.right(true)]], ['a']]);
  });

  it('gives up lost claims silently: too old ones, too many, and those that are left at a stop', async () => {
    const old = openEnds({ limits: { ends: 10, ageMs: -1 } });
    old.release();
    old.end('old');
    await until(() => old.reported.length === 1);
    expect(old.store.asked).to.equal(0);

    const full = openEnds({ limits: { ends: 4, ageMs: 60_000 }, pauseMs: 60_000 });
    for (let n = 0; n < 3; n += 1) full.release();
    await full.stop(1000);
    expect([full.store.asked, full.reported]).to.deep.equal([2, []]);
  });

  it('gives up what is too old, and what is too much', async () => {
    const old = openEnds({ limits: { ends: 10, ageMs: -1 } });
    old.end('old');
    await until(() => old.reported.length === 1);
    expect(old.reported).to.deep.equal([['old', away]]);

    const full = openEnds({ limits: { ends: 2, ageMs: 60_000 } });
    for (const key of ['a', 'b', 'c']) full.end(key);
    expect(full.reported).to.deep.equal([['c', away]]);
    expect(full.warned).to.deep.equal(['a', 'b']);
    await full.stop(1000);
  });

  it('tries each once more at a stop, gives up the rest, and can go on afterwards', async () => {
    const { store, reported, end, stop } = openEnds({ pauseMs: 60_000 });
    end('stored', away, () => E.right(true));
    end('left');
    await stop(1000);
    expect(new Map(reported)).to.deep.equal(
      new Map([
        ['stored', E.right(true)],
        ['left', away],
      ]),
    );
    expect(store.asked).to.equal(2);
  });

  it('waits at a stop no longer than it may, and reports each end once', async () => {
    const { reported, end, stop } = openEnds({ pauseMs: 60_000 });
    let answer: (stored: KeyEnd['stored']) => void = () => undefined;
    const late = new Promise<KeyEnd['stored']>((resolve) => {
      answer = resolve;
    });
    end('slow', away, () => late);
    await stop(1);
    expect(reported).to.deep.equal([['slow', away]]);
    answer(E.right(true));
    await late;
    await stop(1000);
    expect(reported).to.have.length(1);
  });
});
