import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { IdempotentResult } from '../../../src/application/idempotency/fixed-outcome.js';
import type { KeyEnd } from '../../../src/application/idempotency/hold-key.js';
import { storedOutcome } from '../../../src/application/idempotency/keyed-outcome.js';
import {
  type IdempotentRequest,
  runIdempotently,
} from '../../../src/application/idempotency/run-idempotently.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { PaymentError } from '../../../src/domain/payment-error.js';
import { type SearchOutcome, searched } from '../../../src/domain/search-outcome.js';
import { sha256 } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { rememberingAll } from '../../support/idempotency/remembering-all.js';
import { keysOf } from '../../support/json/keys-of.js';
import { captureTelemetry } from '../../support/service/captured-telemetry.js';

const request: IdempotentRequest = {
  scope: 'shop',
  key: 'order 42',
  names: { operation: 'createPaymentIntent', call: 'createPaymentIntent' },
  input: { customer: 'cus_1', amount: 1999 },
  settings: '{}',
};

const leaseSeconds = 60;
const day = 24 * 60 * 60;

const successIn = <A>(text: string): A => {
  const outcome = storedOutcome.read<A>(text);
  if (E.isRight(outcome) && E.isRight(outcome.right)) return outcome.right.right;
  throw new Error('no success');
};

const setUpIdempotency = (
  parts: Partial<IdempotencyStore> = {},
  { waitMs = 0, secret = 'a secret' }: { readonly waitMs?: number; readonly secret?: string } = {},
) => {
  const state: {
    now: number;
    waits: Array<number>;
    /** The success that a look-up finds, as text. */
    found: SearchOutcome<string>;
  } = { now: 1_800_000_000, waits: [], found: searched.absent };
  const finds: Array<object> = [];
  const calls: Array<string> = [];
  const doubts: Array<boolean> = [];
  const duringWaits: Array<() => void> = [];
  const timers = new Map<T.Task<unknown>, number>();
  const ends: Array<KeyEnd> = [];
  const releases: Array<TE.TaskEither<PaymentError, boolean>> = [];
  const { telemetry, reports } = captureTelemetry();
  const store = { ...rememberingAll(createMemoryIdempotencyStore()), ...parts };
  const run = runIdempotently({
    store,
    cipher: TE.right(createIdempotencyCipher([secret])),
    digest: sha256,
    namespace: '',
    clock: () => state.now,
    report: (end) => () => ends.push(end),
    releaseLater: (release) => () => releases.push(release),
    telemetry,
    setRepeating: (milliseconds, task) => () => {
      timers.set(task, milliseconds);
      return () => timers.delete(task);
    },
    sleep: (milliseconds) => async () => {
      state.waits.push(milliseconds);
      duringWaits.shift()?.();
      await new Promise(setImmediate);
    },
    newOwner: randomUUID,
    waitMs,
    leaseSeconds,
    retentionSeconds: 30 * day,
  });
  const send = <A>(
    work: TE.TaskEither<PaymentError, A>,
    asked: Partial<IdempotentRequest> = {},
  ): Promise<IdempotentResult<A>> =>
    run<A>(
      { ...request, ...asked },
      {
        run: ({ derivedKey, doubt }) => {
          calls.push(derivedKey);
          doubts.push(doubt !== null);
          return work;
        },
        find: (first) => {
          finds.push(first);
          return T.of(searched.map(successIn<A>)(state.found));
        },
      },
    )();
  /** Sends a request whose work continues until it is finished with an outcome. */
  const begin = async <A>() => {
    let finish = (_outcome: E.Either<PaymentError, A>): void => {};
    const ending = new Promise<E.Either<PaymentError, A>>((resolve) => {
      finish = resolve;
    });
    let answer: Promise<IdempotentResult<A>> = Promise.reject(new Error('the work has not begun'));
    answer.catch(() => {});
    await new Promise<void>((resolve) => {
      answer = send(() => {
        resolve();
        return ending;
      });
    });
    return { finish, answer: () => answer };
  };
  /** Renews the leases of all requests in progress. */
  const renewLeases = (): Promise<unknown> => Promise.all([...timers.keys()].map((task) => task()));
  return {
    state,
    calls,
    doubts,
    timers,
    renewLeases,
    ends,
    releases,
    reports,
    duringWaits,
    finds,
    store,
    run,
    send,
    begin,
  };
};

const first = TE.right({ id: 'pi_1', client_secret: 'pi_1_secret_abc' });
const second = TE.right({ id: 'pi_2', client_secret: 'pi_2_secret_abc' });

const fresh = <A>(outcome: E.Either<PaymentError, A>): IdempotentResult<A> => ({
  outcome,
  replayed: false,
});
const again = <A>(outcome: E.Either<PaymentError, A>): IdempotentResult<A> => ({
  outcome,
  replayed: true,
});
const refused = (error: PaymentError): IdempotentResult<never> => fresh(E.left(error));

describe('runIdempotently', () => {
  it('does the work of a new key', async () => {
    expect(await setUpIdempotency().send(first)).to.deep.equal(fresh(await first()));
  });

  it('returns the first answer again and does not repeat the work (decision I2)', async () => {
    const { send, calls } = setUpIdempotency();
    await send(first);
    expect(await send(second)).to.deep.equal(again(await first()));
    expect(calls).to.have.length(1);
  });

  it('reports replays, and nothing about new requests', async () => {
    const { send, reports } = setUpIdempotency();
    await send(first);
    expect(reports).to.deep.equal([]);
    await send(first);
    expect(reports).to.deep.equal([['requestReplayed', { operation: request.names.operation }]]);
  });

  it('tells what became of a key: settled, in doubt, or neither', async () => {
    const { send, ends } = setUpIdempotency();
    const unknown = TE.left(paymentErrors.ProcessorUnavailable);
    for (const work of [unknown, unknown, TE.left(paymentErrors.CardError)]) await send(work);
    await send(first, { key: 'another' });
    await send(TE.left(paymentErrors.MissingInput), { key: 'a third' });
    expect(ends.map(({ disposition, wasInDoubt }) => [disposition, wasInDoubt])).to.deep.equal([
      ['in_doubt', false],
      ['in_doubt', true],
      ['keep', true],
      ['keep', false],
      ['forget', false],
    ]);
  });

  it('does nothing before it runs', () => {
    const { run, calls } = setUpIdempotency();
    run(request, {
      run: () => {
        calls.push('work');
        return first;
      },
      find: () => T.of(searched.absent),
    });
    expect(calls).to.deep.equal([]);
  });

  it("ignores the order of the input's fields", async () => {
    const { send } = setUpIdempotency();
    await send(first);
    const input = { amount: 1999, customer: 'cus_1' };
    expect(await send(second, { input })).to.deep.equal(again(await first()));
  });

  const others: ReadonlyArray<readonly [string, Partial<IdempotentRequest>]> = [
    ['other input', { input: { customer: 'cus_1', amount: 2000 } }],
    ['another operation', { names: { operation: 'confirmPayment', call: 'confirmPaymentIntent' } }],
  ];
  for (const [title, asked] of others) {
    it(`refuses the key for ${title} and does no work (decision I3)`, async () => {
      const { send, calls } = setUpIdempotency();
      await send(first);
      expect(await send(second, asked)).to.deep.equal(refused({ _tag: 'IdempotencyKeyReused' }));
      expect(calls).to.have.length(1);
    });
  }

  it('does the same request again under another scope or key', async () => {
    const { send } = setUpIdempotency();
    await send(first);
    expect(await send(second, { scope: 'another' })).to.deep.equal(fresh(await second()));
    expect(await send(second, { key: 'order 43' })).to.deep.equal(fresh(await second()));
  });

  it('forgets a key after 24 hours', async () => {
    const { send, state } = setUpIdempotency();
    await send(first);
    state.now += 24 * 60 * 60;
    expect(await send(second)).to.deep.equal(again(await first()));
    state.now += 1;
    expect(await send(second)).to.deep.equal(fresh(await second()));
  });

  it('keeps a success that moved money for the retention, and a refusal of it for a day (decision I9)', async () => {
    const { send, state } = setUpIdempotency();
    await send(first, { movesMoney: true });
    await send(TE.left(paymentErrors.CardError), { movesMoney: true, key: 'declined' });
    state.now += day;
    expect(await send(second, { movesMoney: true, key: 'declined' })).to.deep.equal(
      again(E.left(paymentErrors.CardError)),
    );
    state.now += 1;
    expect(await send(second, { movesMoney: true, key: 'declined' })).to.deep.equal(
      fresh(await second()),
    );
    state.now += 29 * day - 1;
    expect(await send(second, { movesMoney: true })).to.deep.equal(again(await first()));
    state.now += 1;
    expect(await send(second, { movesMoney: true })).to.deep.equal(fresh(await second()));
  });

  it('looks for a success before it runs as new, and keeps it if there is one (decision I9)', async () => {
    const { send, state, calls, finds } = setUpIdempotency();
    await send(first);
    state.now += day + 1;
    const found = { id: 'pi_1', client_secret: 'pi_1_secret_abc' };
    state.found = searched.found(JSON.stringify(E.right(found)));
    expect(await send(second)).to.deep.equal(fresh(E.right(found)));
    expect(finds).to.deep.equal([
      { derivedKey: calls[0], settings: '{}', since: state.now - day - 1 },
    ]);
    state.now += day;
    expect(await send(second)).to.deep.equal(again(E.right(found)));
    expect([calls.length, finds.length]).to.deep.equal([1, 1]);
  });

  it('leaves the key in doubt, with a summary, when nobody can say whether it succeeded', async () => {
    const { send, state, calls, doubts, store } = setUpIdempotency();
    await send(TE.left(paymentErrors.CardError));
    const since = state.now;
    state.now += day + 1;
    state.found = searched.uncertain;
    expect(await send(second)).to.deep.equal(refused({ _tag: 'IdempotencyKeyInDoubt', since }));
    expect(calls).to.have.length(1);
    const [key] = await valueOf(store.unsettled({ limit: 2 }));
    expect(key).to.deep.include({ since, leasedUntil: null });
    expect(key?.summary).to.be.a('string');
    // Its answer would have been dropped by now.
    state.now += day;
    await valueOf(store.purge({ answeredBefore: state.now, now: state.now, limit: 10 }));
    await send(second);
    expect(doubts).to.deep.equal([false, true]);
  });

  it('leaves the key in doubt as old as it is when its answer is dropped during the look-up', async () => {
    const { store, run, state, calls } = setUpIdempotency();
    const since = state.now;
    const ages: Array<number | undefined> = [];
    const send = () =>
      run(request, {
        run: ({ derivedKey, doubt }) => {
          calls.push(derivedKey);
          ages.push(doubt?.age);
          return first;
        },
        find: () => async () => {
          const at = { answeredBefore: state.now, now: state.now, limit: 10 };
          expect(await valueOf(store.purge(at))).to.equal(1);
          return searched.uncertain;
        },
      })();
    await send();
    state.now += day + 1;
    expect(await send()).to.deep.equal(refused({ _tag: 'IdempotencyKeyInDoubt', since }));
    await send();
    expect(ages).to.deep.equal([undefined, day + 1]);
    expect(new Set(calls)).to.have.property('size', 1);
  });

  it('looks for nothing after a refusal, unless it was a decline or the outcome was unknown before', async () => {
    const refusal = TE.left({
      ...paymentErrors.ProcessorRefused,
      status: 400,
      code: 'balance_insufficient',
    });
    const { send, state, finds } = setUpIdempotency();
    state.found = searched.uncertain;
    await send(refusal);
    await send(TE.left(paymentErrors.CardError), { key: 'declined' });
    await send(TE.left(paymentErrors.ProcessorUnavailable), { key: 'lost' });
    await send(refusal, { key: 'lost' });
    const since = state.now;
    state.now += day + 1;
    expect(await send(second)).to.deep.equal(fresh(await second()));
    expect(finds).to.deep.equal([]);
    for (const key of ['declined', 'lost']) {
      expect(await send(second, { key })).to.deep.equal(
        refused({ _tag: 'IdempotencyKeyInDoubt', since }),
      );
    }
  });

  it('looks for a success under a secret that was removed since', async () => {
    for (const [found, runs] of [
      [searched.absent, 2],
      [searched.uncertain, 1],
    ] as const) {
      const store = createMemoryIdempotencyStore();
      const before = setUpIdempotency(store, { secret: 'before' });
      await before.send(first);
      const after = setUpIdempotency(store, { secret: 'after' });
      after.state.now += day + 1;
      after.state.found = found;
      await after.send(second);
      expect(after.finds).to.deep.equal([
        { derivedKey: before.calls[0], settings: '{}', since: before.state.now },
      ]);
      expect(before.calls.length + after.calls.length).to.equal(runs);
    }
  });

  it('runs as new with a fresh age when nothing is found', async () => {
    const { send, state, doubts } = setUpIdempotency();
    await send(first);
    state.now += day + 1;
    await send(TE.left(paymentErrors.ProcessorUnavailable));
    expect(doubts).to.deep.equal([false, false]);
    state.now += day + 1;
    expect(await send(second)).to.deep.equal(fresh(await second()));
    expect(doubts).to.deep.equal([false, false, true]);
  });

  it('looks for nothing under the key of another request', async () => {
    const { send, state, finds } = setUpIdempotency();
    await send(first);
    state.now += day + 1;
    expect(await send(second, { input: { amount: 1 } })).to.deep.equal(fresh(await second()));
    expect(finds).to.deep.equal([]);
  });

  const wrong = ['', 'k'.repeat(256), 'orden ñ', 'a\nb', 'a\u0000', '\u007f'];
  for (const key of wrong) {
    it(`refuses the key ${JSON.stringify(key).slice(0, 12)} and does no work (decision I1)`, async () => {
      const { send, calls } = setUpIdempotency();
      expect(await send(first, { key })).to.deep.equal(refused({ _tag: 'InvalidIdempotencyKey' }));
      expect(calls).to.deep.equal([]);
    });
  }
});

describe('runIdempotently, while the first request with a key is in progress', () => {
  it('is refused immediately if it may not wait (decision I4)', async () => {
    const { begin, send, state, calls } = setUpIdempotency();
    await begin();
    expect(await send(second)).to.deep.equal(
      refused({ _tag: 'IdempotencyKeyInUse', retry_after: 1 }),
    );
    expect(state.waits).to.deep.equal([]);
    expect(calls).to.have.length(1);
  });

  it('waits for the first answer if it may, and returns it', async () => {
    const { begin, send, duringWaits, calls } = setUpIdempotency({}, { waitMs: 1000 });
    const { finish, answer } = await begin();
    const outcome = await first();
    duringWaits.push(
      () => {},
      () => finish(outcome),
    );
    expect(await send(second)).to.deep.equal(again(outcome));
    expect(await answer()).to.deep.equal(fresh(outcome));
    expect(calls).to.have.length(1);
  });

  it('waits no longer than it may, and checks less and less often', async () => {
    const { begin, send, state } = setUpIdempotency({}, { waitMs: 2000 });
    await begin();
    expect(await send(second)).to.have.nested.property('outcome.left._tag', 'IdempotencyKeyInUse');
    expect(state.waits).to.deep.equal([100, 100, 200, 400, 500, 500, 200]);
  });

  it('does the work itself if the first request gives up meanwhile', async () => {
    const { begin, send, duringWaits } = setUpIdempotency({}, { waitMs: 1000 });
    const { finish } = await begin();
    duringWaits.push(() => finish(E.left(paymentErrors.ProcessorUnavailable)));
    expect(await send(second)).to.deep.equal(fresh(await second()));
  });

  it('takes over with the same derived keys when the lease has expired, as after a crash (decision I5)', async () => {
    const { begin, send, state, calls } = setUpIdempotency();
    await begin();
    state.now += leaseSeconds;
    expect(await send(second)).to.deep.equal(fresh(await second()));
    expect(calls).to.have.length(2);
    expect(new Set(calls)).to.have.property('size', 1);
  });

  it('keeps its answer when the request that it took over from comes back late', async () => {
    const { begin, send, state, renewLeases, ends } = setUpIdempotency();
    const { finish, answer } = await begin();
    state.now += leaseSeconds;
    await send(second);
    await renewLeases();
    finish(await first());
    await answer();
    expect(await send(first)).to.deep.equal(again(await second()));
    expect(ends.map(({ stored }) => stored)).to.deep.equal([E.right(true), E.right(false)]);
  });

  it('holds its key as long as the work takes, by renewing the lease', async () => {
    const { begin, send, state, renewLeases } = setUpIdempotency();
    const { finish, answer } = await begin();
    for (let beats = 0; beats < 5; beats += 1) {
      state.now += leaseSeconds - 1;
      await renewLeases();
      expect(await send(second)).to.have.nested.property(
        'outcome.left._tag',
        'IdempotencyKeyInUse',
      );
    }
    finish(await first());
    expect(await answer()).to.deep.equal(fresh(await first()));
    expect(await send(second)).to.deep.equal(again(await first()));
  });

  it('renews the lease three times in its length, and stops when the work ends', async () => {
    const { begin, timers } = setUpIdempotency();
    const { finish, answer } = await begin();
    expect([...timers.values()]).to.deep.equal([20_000]);
    finish(await first());
    await answer();
    expect(timers).to.have.property('size', 0);
  });

  it('continues when the store fails to renew the lease', async () => {
    const { begin, renewLeases, send } = setUpIdempotency({
      extend: () => TE.left(paymentErrors.StoreUnavailable),
    });
    const { finish, answer } = await begin();
    await renewLeases();
    finish(await first());
    expect(await answer()).to.deep.equal(fresh(await first()));
    expect(await send(second)).to.deep.equal(again(await first()));
  });
});

/** After each error: the answer is kept, or the work is repeated. */
const endings: { readonly [T in PaymentError['_tag']]: 'kept' | 'repeated' } = {
  CardError: 'kept',
  NotFound: 'kept',
  ProcessorRefused: 'repeated', // the sample is a 429
  ProcessorUnavailable: 'repeated',
  ProcessorFailed: 'repeated',
  ProcessorAuthenticationFailed: 'repeated',
  UnsupportedOperation: 'repeated',
  StoreUnavailable: 'repeated',
  Unexpected: 'repeated',
  MissingInput: 'repeated',
  InvalidInput: 'repeated',
  ConflictingCursors: 'repeated',
  WebhookSignatureMissing: 'repeated',
  WebhookSecretMissing: 'repeated',
  WebhookSignatureInvalid: 'repeated',
  WebhookPayloadInvalid: 'repeated',
  EventDropped: 'repeated',
  InvalidIdempotencyKey: 'repeated',
  IdempotencyKeyInUse: 'repeated',
  IdempotencyKeyReused: 'repeated',
  IdempotencyKeyInDoubt: 'repeated',
  IdempotencySecretUnknown: 'repeated',
  UnknownFields: 'repeated',
  CardNumberInText: 'repeated',
  PaymentTooLarge: 'repeated',
  RefundTooLarge: 'repeated',
};

describe('runIdempotently, when the work fails (decision I6)', () => {
  const expectKept = async (error: PaymentError): Promise<void> => {
    const { send, calls } = setUpIdempotency();
    expect(await send(TE.left(error))).to.deep.equal(refused(error));
    expect(await send(first)).to.deep.equal(again(E.left(error)));
    expect(calls).to.have.length(1);
  };
  const expectRepeated = async (error: PaymentError): Promise<void> => {
    const { send, calls } = setUpIdempotency();
    expect(await send(TE.left(error))).to.deep.equal(refused(error));
    expect(await send(first)).to.deep.equal(fresh(await first()));
    expect(calls).to.have.length(2);
    expect(new Set(calls), 'the attempt').to.have.property('size', 1);
  };
  const expectations = { kept: expectKept, repeated: expectRepeated };

  for (const tag of keysOf(endings)) {
    it(`${tag} is ${endings[tag]}`, () => expectations[endings[tag]](paymentErrors[tag]));
  }

  const { ProcessorRefused, ProcessorUnavailable, NotFound } = paymentErrors;
  const more: ReadonlyArray<readonly [string, PaymentError, 'kept' | 'repeated']> = [
    ['a refusal of the processor, 400', { ...ProcessorRefused, status: 400 }, 'kept'],
    ['a refusal of the processor, 404', { ...ProcessorRefused, status: 404 }, 'kept'],
    ['a key in use at the processor, 409', { ...ProcessorRefused, status: 409 }, 'repeated'],
    [
      'a 400 with which the processor turned the request away',
      { ...ProcessorRefused, status: 400, decision: 'turned_away' },
      'repeated',
    ],
    [
      'a 424 after which nothing is decided',
      { ...ProcessorRefused, status: 424, decision: 'undecided' },
      'repeated',
    ],
    ['a final 429', { ...ProcessorRefused, decision: 'final' }, 'kept'],
    [
      'a call that was certainly not done',
      { ...ProcessorUnavailable, outcome: 'not_done' },
      'repeated',
    ],
    ['an unknown event', { ...NotFound, resource: 'event' }, 'repeated'],
  ];
  for (const [title, error, ending] of more) {
    it(`${title} is ${ending}`, () => expectations[ending](error));
  }

  const notReached: PaymentError = { ...ProcessorUnavailable, outcome: 'not_done' };
  const inUse: PaymentError = { ...ProcessorRefused, status: 409 };

  const unauthorized = paymentErrors.ProcessorAuthenticationFailed;

  for (const error of [notReached, ProcessorRefused, unauthorized]) {
    it(`frees the key after a first ${error._tag} that did nothing`, async () => {
      const { send, doubts } = setUpIdempotency();
      expect(await send(TE.left(error))).to.deep.equal(refused(error));
      expect(await send(first, { input: { other: true } })).to.deep.equal(fresh(await first()));
      expect(doubts).to.deep.equal([false, false]);
    });
  }

  it('never reports a repetition after an unknown outcome as not done', async () => {
    const { send, calls, doubts } = setUpIdempotency();
    await send(TE.left(ProcessorUnavailable));
    for (const error of [notReached, ProcessorRefused, inUse, unauthorized]) {
      const { outcome } = await send(TE.left(error));
      expect(outcome).to.have.nested.property('left._tag', 'ProcessorUnavailable');
      expect(outcome).to.have.nested.property('left.outcome', 'unknown');
      expect(outcome).to.have.nested.property('left.cause');
    }
    await send(first);
    expect(doubts).to.deep.equal([false, true, true, true, true, true]);
    expect(new Set(calls)).to.have.property('size', 1);
  });

  it('keeps a key in doubt after a crash', async () => {
    const { begin, send, state, doubts } = setUpIdempotency();
    await begin();
    state.now += leaseSeconds;
    await send(first);
    expect(doubts).to.deep.equal([false, true]);
  });

  it('keeps other errors after an unknown outcome', async () => {
    for (const error of [paymentErrors.CardError, { ...ProcessorRefused, status: 404 }]) {
      const { send } = setUpIdempotency();
      await send(TE.left(ProcessorUnavailable));
      expect(await send(TE.left(error))).to.deep.equal(refused(error));
      expect(await send(first)).to.deep.equal(again(E.left(error)));
    }
  });
});

describe('runIdempotently, when the store fails', () => {
  const { StoreUnavailable } = paymentErrors;
  const down = TE.left({ ...StoreUnavailable });

  it('does no work if the key cannot be claimed', async () => {
    const { send, calls } = setUpIdempotency({ claim: () => down });
    expect(await send(first)).to.deep.equal(refused({ ...StoreUnavailable, outcome: 'unknown' }));
    expect(calls).to.deep.equal([]);
  });

  it('releases a claim later that the store took although its reply was lost', async () => {
    const memory = createMemoryIdempotencyStore();
    const lost = { isLost: true };
    const { send, calls, doubts, releases } = setUpIdempotency({
      ...memory,
      claim: (claimed) =>
        pipe(
          memory.claim(claimed),
          TE.flatMap((claim) => (lost.isLost ? down : TE.right(claim))),
        ),
    });
    expect(await send(first)).to.deep.equal(refused({ ...StoreUnavailable, outcome: 'unknown' }));
    lost.isLost = false;
    expect(await send(first)).to.deep.equal(
      refused({ _tag: 'IdempotencyKeyInUse', retry_after: 1 }),
    );
    expect(releases).to.have.lengthOf(1);
    expect(await releases[0]?.()).to.deep.equal(E.right(true));
    expect(await releases[0]?.()).to.deep.equal(E.right(false));
    // An earlier claim may have been in doubt, so that this one is too.
    expect(await send(first)).to.deep.equal(fresh(await first()));
    expect([calls.length, doubts]).to.deep.equal([1, [true]]);
  });

  it('releases nothing later after a defect of the store', async () => {
    const { send, releases } = setUpIdempotency({
      claim: () => () => {
        throw new Error('a defect');
      },
    });
    expect(await send(first)).to.have.nested.property('outcome.left._tag', 'Unexpected');
    expect(releases).to.deep.equal([]);
  });

  const defect = new Error('a defect');
  const broken: ReadonlyArray<readonly [string, IdempotencyStore['answer'], PaymentError]> = [
    ['cannot be stored', () => down, StoreUnavailable],
    [
      'meets a defect of the store',
      () => () => {
        throw defect;
      },
      { _tag: 'Unexpected', cause: defect },
    ],
  ];
  for (const [title, answer, error] of broken) {
    it(`returns an answer that ${title} all the same, reports it, and repeats under the same keys`, async () => {
      const { send, calls, state, ends } = setUpIdempotency({ answer });
      expect(await send(first)).to.deep.equal(fresh(await first()));
      expect(
        ends.map(({ again: _later, keyHash, ...end }) => ({ ...end, keyHash: keyHash() })),
      ).to.deep.equal([
        {
          operation: 'createPaymentIntent',
          disposition: 'keep',
          wasInDoubt: false,
          keyHash: createHash('sha256').update('order 42').digest('hex'),
          stored: E.left(error),
        },
      ]);
      state.now += leaseSeconds;
      expect(await send(first)).to.deep.equal(fresh(await first()));
      expect(new Set(calls)).to.have.property('size', 1);
    });
  }

  it('can store an answer later, unless another request has the key by then', async () => {
    const memory = createMemoryIdempotencyStore();
    const away = { isAway: true };
    const answer: IdempotencyStore['answer'] = (...answered) =>
      away.isAway ? down : memory.answer(...answered);
    const { send, calls, state, ends } = setUpIdempotency({ ...memory, answer });
    const late = fresh(await first());
    expect(await send(first)).to.deep.equal(late);
    expect(await send(first, { key: 'order 43' })).to.deep.equal(late);
    away.isAway = false;
    expect(await ends[0]?.again()).to.deep.equal(E.right(true));
    expect(await send(first)).to.deep.equal(again(await first()));

    state.now += leaseSeconds;
    expect(await send(first, { key: 'order 43' })).to.deep.equal(late);
    expect(await ends[1]?.again()).to.deep.equal(E.right(false));
    expect(calls).to.have.length(3);
  });

  it('ends with Unexpected and does no work if the store throws', async () => {
    const { send, calls } = setUpIdempotency({
      claim: () => {
        throw new Error('a defect');
      },
    });
    expect(await send(first)).to.have.nested.property('outcome.left._tag', 'Unexpected');
    expect(calls).to.deep.equal([]);
  });

  it('ends with Unexpected and does no work if the stored answer is invalid', async () => {
    const { send, calls } = setUpIdempotency({
      claim: () => TE.right({ _tag: 'Answered', answer: 'x' }),
    });
    expect(await send(first)).to.have.nested.property('outcome.left._tag', 'Unexpected');
    expect(calls).to.deep.equal([]);
  });

  it('returns a result that is not JSON, reports it, and does the work again the next time', async () => {
    const { send, calls, ends } = setUpIdempotency();
    const strange = TE.right({ amount: 1999n });
    expect(await send(strange)).to.deep.equal(fresh(await strange()));
    expect(ends).to.have.nested.property('[0].stored.left._tag', 'Unexpected');
    expect(await send(first)).to.deep.equal(fresh(await first()));
    expect(new Set(calls)).to.have.property('size', 1);
  });
});

describe('the derived keys of runIdempotently (decision I5)', () => {
  const keyFor = async (asked: Partial<IdempotentRequest>): Promise<string | undefined> => {
    const { send, calls } = setUpIdempotency();
    await send(first, asked);
    return calls[0];
  };

  it('are the same for the same request on every instance, whatever its store remembers', async () => {
    expect(await keyFor({})).to.equal(await keyFor({}));
  });

  it('are printable and at most 255 characters long', async () => {
    expect(await keyFor({ key: 'k'.repeat(255) })).to.match(/^[!-~]{32,255}$/);
  });

  it('differ by scope, key, operation and call', async () => {
    const { operation, call } = request.names;
    const keys = await Promise.all([
      keyFor({}),
      keyFor({ scope: 'another' }),
      keyFor({ key: 'another' }),
      keyFor({ names: { operation: 'another', call } }),
      keyFor({ names: { operation, call: 'another' } }),
      keyFor({ scope: 'shopo', key: 'rder 42' }),
    ]);
    expect(new Set(keys)).to.have.property('size', keys.length);
  });
});

describe('the data that runIdempotently stores (decision I6)', () => {
  const storedOnce = async (): Promise<string> => {
    const seen: Array<unknown> = [];
    const memory = createMemoryIdempotencyStore();
    const { send, renewLeases } = setUpIdempotency({
      claim: (claimed) => {
        seen.push(claimed);
        return memory.claim(claimed);
      },
      extend: (id, leaseUntil, now) => {
        seen.push(id);
        return memory.extend(id, leaseUntil, now);
      },
      answer: (id, answer) => {
        seen.push(id, answer);
        return memory.answer(id, answer);
      },
    });
    const card = { number: '4242424242424242', cvc: '98765', email: 'ada@example.com' };
    const work = async () => {
      await renewLeases();
      return first();
    };
    await send(work, {
      names: { operation: 'tokenizeCard', call: 'createCardToken' },
      input: card,
    });
    expect(seen).to.have.length(4);
    return JSON.stringify(seen);
  };

  it('reveals neither card, nor request, nor answer', async () => {
    // Encrypted bytes can spell 4242 by chance, but not in every run. What is revealed stands in every run.
    const runs = [await storedOnce(), await storedOnce(), await storedOnce(), await storedOnce()];
    for (const secret of ['4242', '98765', 'ada@', 'pi_1', 'secret_abc']) {
      expect(runs.filter((text) => text.includes(secret))).to.have.length.below(runs.length);
    }
  });

  it('does not depend on the security code, and only on the last four digits of the number', async () => {
    const card = { number: '4242424242424242', cvc: '987', exp_month: 12 };
    const { send } = setUpIdempotency();
    await send(first, { input: card });
    const retyped = { ...card, number: '5105 1051 0510 4242', cvc: '123' };
    expect(await send(second, { input: retyped })).to.deep.equal(again(await first()));
    const others = [
      { ...card, number: '4242424242424241' },
      { ...card, exp_month: 11 },
    ];
    for (const input of others) {
      expect(await send(second, { input })).to.deep.equal(
        refused({ _tag: 'IdempotencyKeyReused' }),
      );
    }
  });
});
