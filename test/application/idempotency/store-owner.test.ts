import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import {
  compareOwner,
  describeOther,
  isOwner,
  judgeOwner,
  type OwnerDependencies,
  ownerOf,
} from '../../../src/application/idempotency/store-owner.js';
import type { ProcessorAccount } from '../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { keptAnswer, keyedRequest } from '../../support/idempotency/keyed-request.js';

const test1: ProcessorAccount = { id: 'acct_1', livemode: false };
const live1: ProcessorAccount = { id: 'acct_1', livemode: true };
const test2: ProcessorAccount = { id: 'acct_2', livemode: false };
const hidden: ProcessorAccount = { id: null, livemode: false };

const same = (isCompared: boolean) => ({ _tag: 'Same', isCompared });
const change = (from: string | null, to: string) => ({ _tag: 'Change', change: { from, to } });
const other = { _tag: 'Other' };

describe('the judgement of the owner of a store', () => {
  for (const [owner, account, accepted, verdict] of [
    [null, test1, undefined, change(null, 'acct_1/test')],
    [null, live1, undefined, change(null, 'acct_1/live')],
    [null, hidden, undefined, change(null, 'unknown/test')],
    ['acct_1/test', test1, undefined, same(true)],
    ['acct_1/test', test2, undefined, other],
    ['acct_1/test', live1, undefined, other],
    ['acct_1/live', test1, undefined, other],
    // A key that may not read its account is compared by its mode alone.
    ['acct_1/test', hidden, undefined, same(false)],
    ['acct_1/live', hidden, undefined, other],
    ['unknown/test', hidden, undefined, same(false)],
    ['unknown/test', test1, undefined, change('unknown/test', 'acct_1/test')],
    ['unknown/live', test1, undefined, other],
    // Only the named owner is accepted.
    ['acct_1/test', test2, 'acct_1/test', change('acct_1/test', 'acct_2/test')],
    ['acct_1/test', live1, 'acct_1/test', change('acct_1/test', 'acct_1/live')],
    ['acct_1/test', live1, 'acct_1/live', other],
    ['acct_1/test', test2, 'acct_3/test', other],
    ['acct_2/test', test2, 'acct_1/test', same(true)],
  ] as const) {
    it(`${owner} for ${ownerOf(account)}${accepted === undefined ? '' : `, accepting ${accepted}`}: ${verdict._tag}`, () => {
      expect(judgeOwner(owner, account, accepted)).to.deep.equal(verdict);
    });
  }

  it('has words for owners that operators can write', () => {
    for (const owner of [test1, live1, hidden].map(ownerOf)) expect(isOwner(owner)).to.equal(true);
    for (const text of ['acct_1', 'acct_1/prod', '/test', 'acct 1/test', 'acct_1/test ']) {
      expect(isOwner(text), text).to.equal(false);
    }
  });
});

const down: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'not_done',
  cause: new Error('down'),
};

describe('the check of the owner of a store', () => {
  const depsFor = (
    account: ProcessorAccount | ProcessorError,
    more: Partial<OwnerDependencies> = {},
  ): OwnerDependencies => ({
    store: createMemoryIdempotencyStore(),
    retrieveAccount: TE.fromEither('_tag' in account ? E.left(account) : E.right(account)),
    ...more,
  });

  it('binds a store that belongs to nobody, and finds it bound', async () => {
    const deps = depsFor(test1);
    const bound = { _tag: 'Same', owner: 'acct_1/test', isCompared: true };
    expect(await compareOwner(deps, true)()).to.deep.equal(bound);
    expect(await valueOf(deps.store.owner())).to.equal('acct_1/test');
    expect(await compareOwner(deps, true)()).to.deep.equal(bound);
  });

  it('changes nothing if it only compares', async () => {
    const deps = depsFor(test1);
    await compareOwner(deps, false)();
    expect(await valueOf(deps.store.owner())).to.equal(null);
  });

  it('finds another account, with what the store has', async () => {
    const { store } = depsFor(test1);
    await compareOwner(depsFor(test1, { store }), true)();
    expect(await compareOwner(depsFor(test2, { store }), true)()).to.deep.equal({
      _tag: 'Other',
      owner: 'acct_1/test',
      configured: 'acct_2/test',
      counts: { answered: 0, unsettled: 0 },
    });
    expect(await valueOf(store.owner())).to.equal('acct_1/test');
  });

  it('finds another mode without asking the processor, unless its owner is accepted', async () => {
    const { store } = depsFor(test1);
    await compareOwner(depsFor(test1, { store }), true)();
    const live = { store, livemode: true };
    expect(await compareOwner(depsFor(down, live), true)()).to.include({
      _tag: 'Other',
      configured: 'unknown/live',
    });
    expect(
      await compareOwner(depsFor(live1, { ...live, accepted: 'acct_1/test' }), true)(),
    ).to.include({ _tag: 'Same', owner: 'acct_1/live' });
  });

  it('knows nothing while the processor does not answer', async () => {
    const deps = depsFor(down);
    const { store } = deps;
    const open = { _tag: 'Unknown', isFree: true, cause: down.cause };
    expect(await compareOwner(deps, true)()).to.deep.equal(open);
    await compareOwner(depsFor(test1, { store }), true)();
    expect(await compareOwner(deps, true)()).to.deep.equal({ ...open, isFree: false });
  });

  it('knows nothing while the store cannot be read or written', async () => {
    const cause = new Error('full');
    const fails = TE.left({ _tag: 'StoreUnavailable' as const, cause });
    const store = createMemoryIdempotencyStore();
    for (const owner of [
      () => fails,
      (given?: object) => (given === undefined ? TE.right(null) : fails),
    ]) {
      expect(
        await compareOwner(depsFor(test1, { store: { ...store, owner } }), true)(),
      ).to.deep.equal({ _tag: 'Unknown', isFree: false, cause });
    }
    const refused: ProcessorError = {
      _tag: 'ProcessorRefused',
      status: 429,
      message: 'too many',
      code: null,
      param: null,
    };
    expect(await compareOwner(depsFor(refused, { store }), true)()).to.have.nested.property(
      'cause.message',
      'ProcessorRefused',
    );
  });

  it('is told when another instance was first, for the same or another account', async () => {
    const winner = (owner: string) => ({
      ...createMemoryIdempotencyStore(),
      owner: (given?: object) => TE.right(given === undefined ? null : owner),
    });
    const isFirst = (owner: string) =>
      compareOwner(depsFor(test1, { store: winner(owner) }), true)();
    expect(await isFirst('acct_1/test')).to.include({ _tag: 'Same', owner: 'acct_1/test' });
    expect(await isFirst('unknown/test')).to.include({ _tag: 'Same', owner: 'unknown/test' });
    expect(await isFirst('acct_2/test')).to.include({ _tag: 'Other', owner: 'acct_2/test' });
  });

  it('is described with both accounts, the ways out, and what is accepted', () => {
    const found = { _tag: 'Other', owner: 'acct_1/test', configured: 'acct_2/live' } as const;
    expect(
      describeOther(
        'the store file:shop.db',
        { ...found, counts: { answered: 12, unsettled: 1 } },
        'ACCEPT_STORE_OF=',
      ),
    ).to.equal(
      'the store file:shop.db belongs to the account acct_1/test, but the key of the processor is of acct_2/live: a repeated request would be answered with a payment that acct_2/live never had. Use another store for acct_2/live, or a key of acct_1/test. To go on with this store on purpose, set ACCEPT_STORE_OF=acct_1/test: repetitions are then answered with what acct_1/test did (stored responses: 12; keys without a response: 1). The keys without a response must be settled before, with a key of acct_1/test (pasarela idempotency settle, pasarela idempotency resolve): their requests would run as new at acct_2/live',
    );
    expect(describeOther('it', { ...found, counts: null }, '')).to.match(
      /\(its keys could not be counted\)$/,
    );
    expect(describeOther('it', { ...found, counts: { answered: 12, unsettled: 0 } }, '')).to.match(
      /\(stored responses: 12; keys without a response: 0\)$/,
    );
  });

  it('does not take over a store with keys without a response, although its owner is accepted', async () => {
    const store = createMemoryIdempotencyStore();
    await compareOwner(depsFor(test1, { store }), true)();
    const accepting = depsFor(test2, { store, accepted: 'acct_1/test' });
    const key = { scope: 'client:shop', key: 'order 42' };
    await valueOf(store.claim(keyedRequest({ scopes: [key.scope], key: key.key })));
    expect(await compareOwner(accepting, true)()).to.deep.equal({
      _tag: 'Other',
      owner: 'acct_1/test',
      configured: 'acct_2/test',
      counts: { answered: 0, unsettled: 1 },
    });
    const uncounted = {
      ...store,
      count: TE.left({ _tag: 'StoreUnavailable' as const, cause: '' }),
    };
    expect(await compareOwner({ ...accepting, store: uncounted }, true)()).to.include({
      _tag: 'Other',
    });
    expect(await valueOf(store.owner())).to.equal('acct_1/test');
    await valueOf(store.answer({ ...key, owner: 'owner' }, keptAnswer('text', 0)));
    expect(await compareOwner(accepting, true)()).to.include({
      _tag: 'Same',
      owner: 'acct_2/test',
    });
  });

  it('does bind a store of an unknown account with keys without a response', async () => {
    const store = createMemoryIdempotencyStore();
    await compareOwner(depsFor(hidden, { store }), true)();
    await valueOf(store.claim(keyedRequest({})));
    expect(await compareOwner(depsFor(test1, { store }), true)()).to.include({
      _tag: 'Same',
      owner: 'acct_1/test',
    });
  });

  it('finds another account although its keys cannot be counted', async () => {
    const store = createMemoryIdempotencyStore();
    await valueOf(store.owner({ from: null, to: 'acct_1/test' }));
    const count = TE.left({ _tag: 'StoreUnavailable' as const, cause: 'full' });
    expect(await compareOwner(depsFor(test2, { store: { ...store, count } }), true)()).to.include({
      _tag: 'Other',
      counts: null,
    });
  });
});
