import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { ListDoubts, listDoubts } from '../../../src/application/use-cases/list-doubts.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { decodeInput } from '../../../src/domain/input/input.js';
import { sha256 } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { keyedRequest } from '../../support/idempotency/keyed-request.js';
import { at, listAt, textAt } from '../../support/json/at.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const now = 1_800_000_000;
const { intent } = processorObjects;
const { ProcessorRefused, ProcessorUnavailable } = paymentErrors;

/** The use case over stores in memory, with its reads of payments. */
const openList = (payments: Readonly<Record<string, object>> = {}) => {
  const store = createMemoryIdempotencyStore();
  const eventStore = createMemoryEventStore();
  const cipher = createIdempotencyCipher(['a secret']);
  const read: Array<string> = [];
  const list = listDoubts({
    keys: { store, cipher: TE.right(cipher), digest: sha256 },
    eventStore,
    retrievePaymentIntent: ({ payment_intent }) => {
      read.push(payment_intent);
      const found = payments[payment_intent];
      if (payment_intent === 'pi_down') return TE.left(ProcessorUnavailable);
      return found === undefined
        ? TE.left({ ...ProcessorRefused, code: 'resource_missing', param: 'intent' })
        : TE.right({ ...intent, id: payment_intent, ...found });
    },
    clock: () => now,
  });
  const run = async (asked: object = {}) => {
    const decoded = decodeInput(ListDoubts)({ ...asked });
    return E.isLeft(decoded) ? decoded : list(decoded.right)();
  };
  const page = async (asked: object = {}): Promise<unknown> => {
    const outcome = await run(asked);
    if (E.isLeft(outcome)) throw new Error(outcome.left._tag);
    return outcome.right;
  };
  const ask = async (key: string, since: number, summary: object | null, more: object = {}) => {
    await valueOf(
      store.claim({
        ...keyedRequest({
          scopes: ['client:shop'],
          key,
          now: since,
          leaseUntil: since + 1,
          summary: summary === null ? null : O.toNullable(cipher.seal(JSON.stringify(summary))),
        }),
        ...more,
      }),
    );
  };
  let seq = 0;
  const happened = async (type: string, object: string | null) => {
    seq += 1;
    const event = eventOf(`evt_${seq}`, { type, object });
    await valueOf(eventStore.store(event, now - 100 + seq));
  };
  return { store, run, page, ask, happened, read };
};

const idsOf = (page: unknown): ReadonlyArray<string> =>
  listAt(page, 'data').map((doubt) => textAt(doubt, 'id'));

const unknownCursor = E.left({
  _tag: 'InvalidInput',
  field: 'starting_after',
  refusal: { _tag: 'UnknownCursor' },
});

describe('the list of doubts about requests', () => {
  it('shows what the request was about, and not its key', async () => {
    const { page, ask } = openList();
    const summary = { customer: 'cus_1', amount: 1999, metadata: { order: '42', channel: 'web' } };
    await ask('order 42', now - 3600, summary);
    // The SHA-256 of "order 42", and of ["client:shop","order 42"].
    expect(await page()).to.deep.equal({
      object: 'list',
      data: [
        {
          id: `doubt_${now - 3600}_${sha256('["client:shop","order 42"]').slice(0, 32)}`,
          object: 'doubt',
          kind: 'unknown_outcome',
          since: now - 3600,
          age: 3600,
          operation: 'createPaymentIntent',
          client: 'shop',
          key_hash: sha256('order 42'),
          derived_key: 'a derived key',
          amount: 1999,
          amount_decimal: '19.99',
          currency: 'eur',
          customer: 'cus_1',
          object_id: null,
          order: '42',
          metadata: { order: '42', channel: 'web' },
        },
      ],
      has_more: false,
      url: '/api/doubts',
    });
  });

  it('shows a key of an earlier version, which has no summary', async () => {
    const { page, ask } = openList();
    await ask('order 42', now - 60, null, { scopes: [''] });
    const [doubt] = listAt(await page(), 'data');
    expect(doubt).to.deep.include({
      client: '-',
      amount: null,
      amount_decimal: null,
      order: null,
      metadata: {},
    });
  });

  it('leaves out requests that run, and goes on where a page ended', async () => {
    const { page, ask } = openList();
    for (const number of [1, 2, 3, 4]) await ask(`order ${number}`, now - 100 + number, {});
    // Two in one second.
    await ask('order 5', now - 96, {});
    await ask('running', now - 99, {}, { leaseUntil: now + 1 });
    const all = idsOf(await page());
    expect(all).to.have.length(5);
    const [first, second, third] = [
      await page({ limit: 2 }),
      await page({ limit: 2, starting_after: all[1] }),
      await page({ limit: 2, starting_after: all[3] }),
    ];
    expect([first, second, third].map((one) => at(one, 'has_more'))).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect([first, second, third].flatMap(idsOf)).to.deep.equal(all);
  });

  it('goes on after a doubt that was settled meanwhile', async () => {
    const { store, page, ask } = openList();
    for (const number of [1, 2, 3]) await ask(`order ${number}`, now - 100 + number, {});
    const all = idsOf(await page());
    const second = { scope: 'client:shop', key: 'order 2' };
    await valueOf(store.settle(second, { _tag: 'Forget' }, now));
    expect(idsOf(await page({ starting_after: all[1] }))).to.deep.equal([all[2]]);
  });

  it('refuses a cursor that is no doubt', async () => {
    const { run } = openList();
    expect(await run({ starting_after: 'evt_1' })).to.deep.equal(unknownCursor);
    expect(await run({ kind: 'other' })).to.have.nested.property('left._tag', 'InvalidInput');
  });
});

describe('the list of payments that were not confirmed again', () => {
  const challenged = 'payment_intent.requires_action';
  const kind = 'unconfirmed';
  const waiting = { status: 'requires_confirmation' };

  it('shows those that the customer has authenticated', async () => {
    const { page, happened, read } = openList({
      pi_1: { ...waiting, customer: 'cus_1', metadata: { order: '42', pasarela_key: 'derived' } },
      pi_2: { status: 'requires_action' },
      pi_3: { ...waiting, customer: null },
    });
    for (const id of ['pi_1', 'pi_2', 'pi_3', 'pi_gone']) await happened(challenged, id);
    const data = listAt(await page({ kind }), 'data');
    expect(data.map((doubt) => [at(doubt, 'object_id'), at(doubt, 'id')])).to.deep.equal([
      ['pi_3', 'evt_3'],
      ['pi_1', 'evt_1'],
    ]);
    expect(data[1]).to.deep.equal({
      id: 'evt_1',
      object: 'doubt',
      kind,
      since: now - 99,
      age: 99,
      operation: null,
      client: null,
      key_hash: null,
      derived_key: 'derived',
      amount: 1999,
      amount_decimal: '19.99',
      currency: 'eur',
      customer: 'cus_1',
      object_id: 'pi_1',
      order: '42',
      metadata: { order: '42' },
    });
    expect(read).to.deep.equal(['pi_gone', 'pi_3', 'pi_2', 'pi_1']);
  });

  it('asks the processor once for each payment, and not for those that went on', async () => {
    const { page, happened, read } = openList({ pi_1: waiting, pi_2: waiting });
    for (const id of ['pi_1', 'pi_2', 'pi_1', 'pi_3']) await happened(challenged, id);
    await happened('payment_intent.succeeded', 'pi_3');
    await happened(challenged, null);
    expect(idsOf(await page({ kind }))).to.deep.equal(['evt_3', 'evt_2']);
    expect(read).to.deep.equal(['pi_1', 'pi_2']);
  });

  // The processor promises no order, and sends an event again for days.
  it('shows those whose earlier events arrived after the challenge', async () => {
    const { page, happened } = openList({ pi_1: waiting, pi_2: waiting });
    for (const id of ['pi_1', 'pi_2']) await happened(challenged, id);
    await happened('payment_intent.created', 'pi_1');
    await happened('payment_intent.payment_failed', 'pi_2');
    expect(idsOf(await page({ kind }))).to.deep.equal(['evt_2', 'evt_1']);
  });

  it('asks no processor about a payment whose end arrived before the challenge', async () => {
    const { page, happened, read } = openList({ pi_1: { status: 'canceled' } });
    await happened('payment_intent.canceled', 'pi_1');
    await happened(challenged, 'pi_1');
    expect(idsOf(await page({ kind }))).to.deep.equal([]);
    expect(read).to.deep.equal([]);
  });

  it('goes on where a page of events ended', async () => {
    const { run, page, happened } = openList({ pi_1: waiting, pi_3: waiting });
    for (const id of ['pi_1', 'pi_2', 'pi_3']) await happened(challenged, id);
    const first = await page({ kind, limit: 1 });
    expect([idsOf(first), at(first, 'has_more')]).to.deep.equal([['evt_3'], true]);
    expect(idsOf(await page({ kind, starting_after: 'evt_3' }))).to.deep.equal(['evt_1']);
    const unknown = { kind, starting_after: 'evt_99' };
    expect(await run(unknown)).to.deep.equal(unknownCursor);
    expect(await run({ kind, starting_after: 'e'.repeat(256) })).to.deep.equal(unknownCursor);
  });

  it('fails when the processor does not answer', async () => {
    const { run, happened } = openList();
    await happened(challenged, 'pi_down');
    expect(await run({ kind })).to.deep.equal(E.left(ProcessorUnavailable));
  });
});
