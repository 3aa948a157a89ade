import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { Logger } from '../../../src/application/ports/logger.js';
import type { ProcessorAccount } from '../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { createOwnedStore } from '../../../src/infrastructure/idempotency/owned-store.js';
import { keyedRequest } from '../../support/idempotency/keyed-request.js';
import { at } from '../../support/json/at.js';
import { eventually } from '../../support/time/until.js';

const down: E.Either<ProcessorError, never> = E.left({
  _tag: 'ProcessorUnavailable',
  outcome: 'not_done',
  cause: new Error('down'),
});

const shop = E.right({ id: 'acct_1', livemode: false });
const other = E.right({ id: 'acct_2', livemode: false });

const hanging = () => {
  let answer = (): void => undefined;
  const hang = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  return { hang, answer: () => answer() };
};

/** A store for a processor whose account a test changes. */
const opened = (store = createMemoryIdempotencyStore(), patienceMs = 10_000) => {
  const lines: Array<string> = [];
  const line = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const logger: Logger = { info: line('info'), warn: line('warn'), error: line('error') };
  const world: {
    answer: E.Either<ProcessorError, ProcessorAccount>;
    hang?: Promise<void>;
    asked: number;
    now: number;
  } = { answer: shop, asked: 0, now: 1_800_000_000 };
  const retrieveAccount: TE.TaskEither<ProcessorError, ProcessorAccount> = async () => {
    world.asked += 1;
    await world.hang;
    return world.answer;
  };
  const owned = createOwnedStore({
    store,
    retrieveAccount,
    clock: () => world.now,
    logger,
    patienceMs,
    words: { store: 'the store', accept: 'ACCEPT=' },
  });
  const claim = async (key: string) => (await owned.store.claim(keyedRequest({ key }))())._tag;
  return { store, world, lines, owned, claim };
};

describe('a store that belongs to an account', () => {
  it('is bound by the first claims, which ask the processor once', async () => {
    const { store, world, lines, claim } = opened();
    expect(await Promise.all([claim('a'), claim('b')])).to.deep.equal(['Right', 'Right']);
    expect(await claim('c')).to.equal('Right');
    expect(world.asked).to.equal(1);
    expect(await valueOf(store.owner())).to.equal('acct_1/test');
    expect(lines).to.deep.equal(['info: the store belongs to the account acct_1/test']);
  });

  it('claims and settles no key of another account, and says why', async () => {
    const { store } = opened();
    await valueOf(store.owner({ from: null, to: 'acct_1/test' }));
    const { world, lines, owned, claim } = opened(store);
    world.answer = other;
    expect(await claim('a')).to.equal('Left');
    const refused = await owned.store.settle({ scope: 'shop', key: 'a' }, { _tag: 'Forget' }, 1)();
    expect(at(refused, 'left.cause.message')).to.include('belongs to the account acct_1/test, but');
    expect(await valueOf(store.unsettled({ limit: 5 }))).to.deep.equal([]);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.match(/^error: the store belongs to the account acct_1\/test, but /);
  });

  it('that belongs to nobody is used before the processor answers, and bound later', async () => {
    const { store, world, lines, claim } = opened();
    world.answer = down;
    expect(await claim('a')).to.equal('Right');
    expect(await claim('b')).to.equal('Right');
    expect(world.asked, 'not by every claim').to.equal(1);
    world.answer = shop;
    world.now += 5;
    expect(await claim('c')).to.equal('Right');
    expect(await claim('d')).to.equal('Right');
    expect(world.asked).to.equal(2);
    expect(await valueOf(store.owner())).to.equal('acct_1/test');
    expect(lines.map((line) => line.slice(0, 5))).to.deep.equal(['warn:', 'info:']);
  });

  it('claims no key before the processor has told its account', async () => {
    const { store } = opened();
    await valueOf(store.owner({ from: null, to: 'acct_1/test' }));
    const { world, owned, claim } = opened(store);
    world.answer = down;
    expect(await claim('a')).to.equal('Left');
    world.answer = shop;
    expect(await claim('a'), 'it is not asked again at once').to.equal('Left');
    expect(await owned.check()).to.include({ _tag: 'Same' });
    expect(await claim('a')).to.equal('Right');
    await owned.check();
    expect(world.asked, 'what is known is not asked again').to.equal(2);
  });

  it('claims and settles nothing while its address leads to another store', async () => {
    const former = createMemoryIdempotencyStore();
    const empty = createMemoryIdempotencyStore();
    const ofOther = createMemoryIdempotencyStore();
    await valueOf(ofOther.owner({ from: null, to: 'acct_2/test' }));
    let current = former;
    const { world, lines, owned, claim } = opened({
      ...former,
      claim: (request) => current.claim(request),
      settle: (...settled) => current.settle(...settled),
      owner: (change) => current.owner(change),
    });
    expect(await claim('a')).to.equal('Right');
    for (const [store, name] of [
      [empty, 'nobody'],
      [ofOther, 'acct_2/test'],
    ] as const) {
      current = store;
      world.now += 5;
      expect(await claim('b')).to.equal('Left');
      const refused = await owned.store.settle(
        { scope: 'shop', key: 'a' },
        { _tag: 'Forget' },
        1,
      )();
      expect(at(refused, 'left.cause.message')).to.equal(
        `the store is another one than before: it belonged to acct_1/test, and now to ${name}. Bring the former one back, or restart to go on with this one`,
      );
      expect(await valueOf(store.unsettled({ limit: 5 }))).to.deep.equal([]);
    }
    expect(await valueOf(empty.owner())).to.equal(null);
    current = former;
    world.now += 5;
    expect(await claim('b')).to.equal('Right');
    expect(await claim('c')).to.equal('Right');
    expect(lines.map((line) => line.slice(0, 34))).to.deep.equal([
      'info: the store belongs to the acc',
      'error: the store is another one th',
    ]);
  });

  it('goes on with a store that keeps no owner', async () => {
    const { store } = opened();
    const { world, lines, claim } = opened({
      ...store,
      owner: () => async () => E.right(null),
    });
    expect(await claim('a')).to.equal('Right');
    world.now += 5;
    expect(await claim('b')).to.equal('Right');
    expect(lines).to.have.lengthOf(1);
  });

  it('goes on when another instance has named its account, and when its owner cannot be read', async () => {
    const { store, world, claim } = opened();
    world.answer = E.right({ id: null, livemode: false });
    expect(await claim('a')).to.equal('Right');
    await valueOf(store.owner({ from: 'unknown/test', to: 'acct_1/test' }));
    world.now += 5;
    expect(await claim('b')).to.equal('Right');
    const read = { ...store };
    const later = opened({ ...store, owner: (change) => read.owner(change) });
    expect(await later.claim('c')).to.equal('Right');
    read.owner = () => async () => E.left({ _tag: 'StoreUnavailable', cause: 'away' });
    later.world.now += 5;
    expect(await later.claim('d')).to.equal('Right');
  });

  it('does not wait for a processor that hangs: a free store is used, another one is not', async () => {
    const { store, world, claim, owned } = opened(createMemoryIdempotencyStore(), 1);
    const { answer, hang } = hanging();
    world.hang = hang;
    expect(await claim('a')).to.equal('Right');
    expect(await owned.check()).to.include({ _tag: 'Unknown', isFree: true });
    answer();
    await eventually(async () => expect(await owned.check()).to.include({ _tag: 'Same' }));
    expect(world.asked).to.equal(1);

    const again = opened(store, 1);
    again.world.hang = hanging().hang;
    expect(await again.claim('b')).to.equal('Left');
    expect(again.lines[0]).to.match(/^warn: the processor has not told yet/);
  });

  it('warns that a key which may not read its account is compared by its mode', async () => {
    const { store, world, lines, owned } = opened();
    world.answer = E.right({ id: null, livemode: false });
    await owned.check();
    expect(await valueOf(store.owner())).to.equal('unknown/test');
    expect(lines[1]).to.match(/^warn: the key of the processor may not read its account/);
  });
});

describe('payments of the library on the store of another account', () => {
  const processorOf = (id: string) => ({
    ...createMemoryProcessor(),
    retrieveAccount: async () => E.right({ id, livemode: false }),
  });
  const ana = { email: 'ana@example.com', name: 'Ana', phone: '1' };

  it('replay nothing until its account is accepted by name', async () => {
    const store = createMemoryIdempotencyStore();
    const pay = (id: string, acceptStoreOf?: string) =>
      createPayments({
        processor: processorOf(id),
        stores: { idempotencyStore: store },
        idempotencySecret: 'a secret of the tests',
        idempotency: acceptStoreOf === undefined ? {} : { acceptStoreOf },
      })
        .withIdempotencyKey('order 42')
        .createCustomer(ana);
    const first = await pay('acct_1');
    expect((await pay('acct_1')).id).to.equal(first.id);
    const refused = await pay('acct_2').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'store_unavailable', outcome: 'unknown' });
    expect(at(refused, 'cause.message')).to.include('set idempotency.acceptStoreOf to acct_1/test');
    expect((await pay('acct_2', 'acct_1/test')).id).to.equal(first.id);
    expect((await pay('acct_2')).id).to.equal(first.id);
  });

  it('need no account where the processor does not tell one', async () => {
    const { retrieveAccount: _, ...processor } = createMemoryProcessor();
    const store = createMemoryIdempotencyStore();
    const payments = createPayments({
      processor,
      stores: { idempotencyStore: store },
      idempotency: { secretInStore: true },
    });
    await payments.withIdempotencyKey('order 42').createCustomer(ana);
    expect(await valueOf(store.owner())).to.equal(null);
  });
});
