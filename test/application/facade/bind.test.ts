import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { bindKeyedUseCases } from '../../../src/application/facade/bind.js';
import { createKeyedFacade } from '../../../src/application/facade/payments.js';
import type { IdempotencyDependencies } from '../../../src/application/idempotency/run-idempotently.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';
import type {
  CallOptions,
  ConfirmationMethod,
  Evidence,
  OutcomeLookUps,
  PaymentProcessor,
} from '../../../src/application/ports/payment-processor.js';
import type { Dependencies } from '../../../src/application/use-cases.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { PaymentError, ProcessorError } from '../../../src/domain/payment-error.js';
import { searched } from '../../../src/domain/search-outcome.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { quietIdempotency } from '../../support/idempotency/quiet-idempotency.js';
import { usualFieldsCheck } from '../../support/inputs/usual-fields-check.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const hour = 3600;
const began = 1_800_000_000;
const { ProcessorUnavailable, CardError, ProcessorRefused } = paymentErrors;
const { intent, charge } = processorObjects;
const pay = { customer: 'cus_1', amount: '10', payment_method: 'pm_1' };

type Called = { readonly input: object; readonly options: CallOptions };

/** A shop whose processor has planned replies and records its calls. */
const openShop = () => {
  const state: {
    now: number;
    answer: E.Either<ProcessorError, typeof intent>;
    lookUp: E.Either<ProcessorError, Evidence<typeof intent>>;
  } = { now: began, answer: E.left(ProcessorUnavailable), lookUp: E.right(searched.absent) };
  const calls: Array<Called> = [];
  const looks: Array<{ readonly input: object; readonly sent: object }> = [];
  const store = createMemoryIdempotencyStore();
  const createPaymentIntent: PaymentProcessor['createPaymentIntent'] =
    (input, { beforeAttempt, ...options } = {}) =>
    async () => {
      expect(await beforeAttempt?.()).to.deep.equal(E.right(undefined));
      calls.push({ input, options });
      return state.answer;
    };
  const lookUps: OutcomeLookUps = {
    createPaymentIntent: (input, sent) => async () => {
      looks.push({ input, sent });
      return state.lookUp;
    },
  };
  const using = ({
    withLookUps = true,
    requestFormat = 'today',
    confirmationMethod = 'manual',
    ...given
  }: Partial<IdempotencyDependencies> & {
    readonly withLookUps?: boolean;
    readonly requestFormat?: string;
    readonly confirmationMethod?: ConfirmationMethod;
    readonly deps?: Partial<Dependencies>;
  } = {}) => {
    const useCases = bindKeyedUseCases(
      { ...explodingDependencies, createPaymentIntent, confirmationMethod, ...given.deps },
      { requestFormat, ...(withLookUps ? { lookUps } : {}) },
      { ...quietIdempotency, store, clock: () => state.now, leaseSeconds: 60, ...given },
    );
    return createKeyedFacade(useCases({ scope: 'shop', key: 'order 42' }), usualFieldsCheck)
      .taskEither;
  };
  return { state, calls, looks, store, using };
};

const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since: began };

describe('a key in doubt for less than 23 hours', () => {
  it('is sent again as it was first sent, with the moment of the first call', async () => {
    const { state, calls, looks, using } = openShop();
    await using().createPaymentIntent(pay)();
    state.now += 23 * hour - 1;
    state.answer = E.right(intent);
    const other = { requestFormat: 'tomorrow', confirmationMethod: 'automatic', namespace: 'n' };
    const outcome = await using({ ...other, confirmationMethod: 'automatic' }).createPaymentIntent(
      pay,
    )();
    expect(outcome).to.deep.equal(E.right(intent));
    const [first, second] = calls;
    expect(second).to.deep.equal({
      input: first?.input,
      options: { ...first?.options, inDoubtSince: began },
    });
    expect(first?.options).to.include({ requestFormat: 'today' });
    expect(first?.input).to.include({ confirmation_method: 'manual' });
    expect(looks).to.deep.equal([]);
  });

  it('leaves the format to the processor if an earlier version stored none', async () => {
    const { state, calls, store, using } = openShop();
    await using().createPaymentIntent(pay)();
    const old: IdempotencyStore = {
      ...store,
      claim: (request) =>
        pipe(
          store.claim(request),
          TE.map((claim) => (claim._tag === 'Claimed' ? { ...claim, firstSent: null } : claim)),
        ),
    };
    state.answer = E.right(intent);
    expect(await using({ store: old }).createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    const [first, second] = calls;
    expect(second).to.deep.equal({
      input: first?.input,
      options: { idempotencyKey: first?.options.idempotencyKey, inDoubtSince: began },
    });
  });

  it('stays in doubt if the processor got the key with other parameters', async () => {
    const { state, calls, using } = openShop();
    const refused = { ...ProcessorRefused, status: 400, code: 'idempotency_error' };
    await using().createPaymentIntent(pay)();
    state.answer = E.left(refused);
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    state.answer = E.right(intent);
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    expect(calls).to.have.length(3);
  });

  it('stays in doubt if the object that a refund reads first is missing: that is no reply to the first request', async () => {
    const shop = openShop();
    const missing = { ...ProcessorRefused, status: 404, code: 'resource_missing' };
    const state: { charge: E.Either<ProcessorError, typeof charge>; sent: number } = {
      charge: E.right(charge),
      sent: 0,
    };
    const deps: Partial<Dependencies> = {
      retrieveCharge: () => async () => state.charge,
      createRefund: () => async () => {
        state.sent += 1;
        return E.left(state.sent === 1 ? ProcessorUnavailable : missing);
      },
    };
    const refund = () => shop.using({ deps }).refundCharge({ charge: 'ch_1', amount: '3' })();
    await refund();
    state.charge = E.left(missing);
    for (const _time of [1, 2]) expect(await refund()).to.deep.equal(E.left(inDoubt));
    expect(state.sent).to.equal(1);
    // The processor compares the key, so this is its reply to the first request too.
    state.charge = E.right(charge);
    const notFound = { _tag: 'NotFound', resource: 'charge' };
    for (const _time of [1, 2]) expect(await refund()).to.deep.equal(E.left(notFound));
    expect(state.sent).to.equal(2);
  });

  it('is in doubt immediately if the processor knows the key and the store does not', async () => {
    const { state, using } = openShop();
    state.answer = E.left({ ...ProcessorRefused, status: 400, code: 'idempotency_error' });
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    state.now += 23 * hour;
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
  });
});

describe('a key in doubt for 23 hours', () => {
  const age = async (shop: ReturnType<typeof openShop>): Promise<void> => {
    await shop.using().createPaymentIntent(pay)();
    shop.state.now += 23 * hour;
    shop.state.answer = E.right(intent);
  };

  it('is looked up, and not sent again', async () => {
    const shop = openShop();
    await age(shop);
    expect(
      await shop.using({ confirmationMethod: 'automatic' }).createPaymentIntent(pay)(),
    ).to.deep.equal(E.left(inDoubt));
    expect(shop.calls).to.have.length(1);
    const [first] = shop.calls;
    expect(shop.looks).to.deep.equal([
      {
        input: first?.input,
        sent: { idempotencyKey: first?.options.idempotencyKey, since: began },
      },
    ]);
  });

  it('is answered with the result that was found, from then on', async () => {
    const shop = openShop();
    await age(shop);
    shop.state.lookUp = E.right(searched.found(E.right(intent)));
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    shop.state.now += 24 * hour;
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    expect([shop.calls.length, shop.looks.length]).to.deep.equal([1, 1]);
  });

  it('is answered with the decline that was found', async () => {
    const shop = openShop();
    await age(shop);
    shop.state.lookUp = E.right(searched.found(E.left(CardError)));
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(CardError));
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(CardError));
    expect(shop.looks).to.have.length(1);
  });

  it('stays in doubt at every repetition without evidence', async () => {
    const shop = openShop();
    await age(shop);
    const failures = [
      ProcessorUnavailable,
      ProcessorRefused,
      { ...ProcessorRefused, status: 404, code: 'resource_missing' },
      CardError,
      paymentErrors.ProcessorAuthenticationFailed,
    ];
    const indefinite = [ProcessorUnavailable, paymentErrors.ProcessorFailed];
    const lookUps: ReadonlyArray<typeof shop.state.lookUp> = [
      E.right(searched.absent),
      E.right(searched.uncertain),
      ...failures.map((error) => E.left(error)),
      ...indefinite.map((error) => E.right(searched.found(E.left(error)))),
    ];
    for (const lookUp of lookUps) {
      shop.state.lookUp = lookUp;
      expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
      shop.state.now += 30 * 24 * hour;
    }
    expect(shop.calls).to.have.length(1);
    shop.state.lookUp = E.right(searched.found(E.right(intent)));
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
  });

  it('stays in doubt if the processor has no look-up for it, or the look-up throws', async () => {
    const shop = openShop();
    await age(shop);
    const none = shop.using({ withLookUps: false });
    expect(await none.createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    shop.state.lookUp = JSON.parse('7');
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    expect(shop.calls).to.have.length(1);
  });

  it('does not become younger when a clock is set back', async () => {
    const shop = openShop();
    await age(shop);
    await shop.using().createPaymentIntent(pay)();
    shop.state.now = began + 1;
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    shop.state.now = began - 48 * hour;
    const outcome = await shop.using().createPaymentIntent(pay)();
    expect(outcome).to.have.nested.property('left._tag', 'IdempotencyKeyInDoubt');
    expect(shop.calls).to.have.length(1);
  });

  it('is run again if it does not call the processor', async () => {
    const shop = openShop();
    const replays: Array<string> = [];
    const lost = E.left({ _tag: 'StoreUnavailable', cause: 'away' } as const);
    const eventStore = {
      ...explodingDependencies.eventStore,
      replay: (id: string) => async () => {
        replays.push(id);
        return lost;
      },
    };
    const keyed = () =>
      shop
        .using({ deps: { eventStore, clock: () => shop.state.now } })
        .replayEvent({ event: 'evt_1' })();
    expect(await keyed()).to.deep.equal(lost);
    shop.state.now += 23 * hour;
    expect(await keyed()).to.have.nested.property('left._tag', 'IdempotencyKeyInDoubt');
    expect(replays).to.have.length(2);
  });
});

describe('a key whose answer was kept long enough (decision I9)', () => {
  const day = 24 * hour;

  it('keeps a success of an operation that moves money for thirty days, and nothing else', async () => {
    const { state, calls, using } = openShop();
    state.answer = E.right(intent);
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    state.now += 30 * day;
    state.answer = E.left(CardError);
    expect(await using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
    expect(calls).to.have.length(1);
  });

  const decline = async (shop: ReturnType<typeof openShop>): Promise<void> => {
    shop.state.answer = E.left(CardError);
    await shop.using().createPaymentIntent(pay)();
    shop.state.now += day + 1;
    shop.state.answer = E.right(intent);
  };

  it('looks for evidence since the key was first seen, and answers with the success that is found', async () => {
    const shop = openShop();
    await decline(shop);
    const found = { ...intent, amount: 7 };
    shop.state.lookUp = E.right(searched.found(E.right(found)));
    for (const later of [0, 30 * day]) {
      shop.state.now += later;
      expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.right(found));
    }
    const [first] = shop.calls;
    expect(shop.calls).to.have.length(1);
    expect(shop.looks).to.deep.equal([
      {
        input: first?.input,
        sent: { idempotencyKey: first?.options.idempotencyKey, since: began },
      },
    ]);
  });

  const nothing: ReadonlyArray<readonly [string, ReturnType<typeof openShop>['state']['lookUp']]> =
    [
      ['nothing', E.right(searched.absent)],
      ['a decline', E.right(searched.found(E.left(CardError)))],
      ['no such customer', E.left({ ...ProcessorRefused, status: 404, code: 'resource_missing' })],
    ];
  for (const [what, lookUp] of nothing) {
    it(`runs as new when the look-up finds ${what}`, async () => {
      const shop = openShop();
      await decline(shop);
      shop.state.lookUp = lookUp;
      const { answer } = shop.state;
      expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(answer);
      expect(shop.calls).to.have.length(2);
      expect(shop.calls[1]?.options).not.to.have.property('inDoubtSince');
    });
  }

  it('stays in doubt when the look-up did not read everything, then and after the answer would have been dropped', async () => {
    const shop = openShop();
    await decline(shop);
    shop.state.lookUp = E.right(searched.uncertain);
    for (const later of [0, day, 30 * day]) {
      shop.state.now += later;
      expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
      await valueOf(
        shop.store.purge({ answeredBefore: shop.state.now, now: shop.state.now, limit: 10 }),
      );
    }
    expect(shop.calls).to.have.length(1);
    shop.state.lookUp = E.right(searched.found(E.right(intent)));
    expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.right(intent));
  });

  it('stays in doubt when the processor has no look-up for an operation that moves money', async () => {
    const shop = openShop();
    await decline(shop);
    const { createPaymentIntent } = shop.using({ withLookUps: false });
    expect(await createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
    expect(shop.calls).to.have.length(1);
  });

  it('runs as new when the processor has no look-up for an operation that moves no money', async () => {
    const shop = openShop();
    let deleted = 0;
    const deleteCustomer: PaymentProcessor['deleteCustomer'] = ({ customer: id }) =>
      TE.fromIO(() => {
        deleted += 1;
        return { id, object: 'customer', deleted: true };
      });
    const remove = () =>
      shop.using({ deps: { deleteCustomer } }).deleteCustomer({ customer: 'cus_1' })();
    await remove();
    shop.state.now += day + 1;
    expect(E.isRight(await remove())).to.equal(true);
    expect(deleted).to.equal(2);
  });

  const unanswered = [
    ProcessorUnavailable,
    { ...ProcessorUnavailable, outcome: 'not_done' } as const,
    ProcessorRefused,
    // The item at which a page ends was deleted.
    { ...ProcessorRefused, status: 404, code: 'resource_missing', param: 'starting_after' },
    // Our key may not read lists, for example.
    { ...ProcessorRefused, status: 403, code: 'more_permissions_required' },
    paymentErrors.ProcessorFailed,
    paymentErrors.ProcessorAuthenticationFailed,
  ];
  it('does not run as new while the look-up fails: the request may have been done', async () => {
    const lookUps: ReadonlyArray<ReturnType<typeof openShop>['state']['lookUp']> = [
      ...unanswered.map((error) => E.left(error)),
      E.right(searched.found(E.left(ProcessorUnavailable))),
      // An object has the derived key, but its amount was changed since.
      E.right(
        searched.found(E.left({ ...ProcessorRefused, status: 400, code: 'idempotency_error' })),
      ),
    ];
    for (const lookUp of lookUps) {
      const shop = openShop();
      await decline(shop);
      shop.state.lookUp = lookUp;
      expect(await shop.using().createPaymentIntent(pay)()).to.deep.equal(E.left(inDoubt));
      expect(shop.calls).to.have.length(1);
    }
  });

  it('runs an operation again that does not call the processor', async () => {
    const shop = openShop();
    const replays: Array<string> = [];
    const eventStore = {
      ...explodingDependencies.eventStore,
      replay: (id: string) => async () => {
        replays.push(id);
        return E.right(true);
      },
    };
    const replay = () =>
      shop
        .using({ deps: { eventStore, clock: () => shop.state.now } })
        .replayEvent({ event: 'evt_1' })();
    const outcome = await replay();
    shop.state.now += day + 1;
    expect(await replay()).to.deep.equal(outcome);
    expect(shop.looks).to.deep.equal([]);
  });
});

describe('a keyed request with invalid input', () => {
  const broken = { ...pay, amount: '-1' };
  const refused: PaymentError = {
    _tag: 'InvalidInput',
    field: 'amount',
    refusal: { _tag: 'NotPositive', read: { unit: 'whole', given: '-1', currency: 'eur' } },
  };

  it('is refused as without a key if the key is new or answered', async () => {
    const { state, using } = openShop();
    expect(await using().createPaymentIntent(broken)()).to.deep.equal(E.left(refused));
    state.answer = E.right(intent);
    await using().createPaymentIntent(pay)();
    expect(await using().createPaymentIntent(broken)()).to.deep.equal(E.left(refused));
  });

  it('learns that its key is in doubt: an earlier version may have accepted the input', async () => {
    const { state, calls, using } = openShop();
    await using().createPaymentIntent(pay)();
    state.now += 5;
    expect(await using().createPaymentIntent(broken)()).to.deep.equal(E.left(inDoubt));
    expect(calls).to.have.length(1);
  });

  it('learns that its key is in use while another request is in progress', async () => {
    const { store, using } = openShop();
    const never = using({ deps: { createPaymentIntent: () => () => new Promise(() => {}) } });
    void never.createPaymentIntent(pay)();
    await new Promise(setImmediate);
    expect(await using().createPaymentIntent(broken)()).to.deep.equal(
      E.left({ _tag: 'IdempotencyKeyInUse', retry_after: 1 }),
    );
    const away = { ...store, findUnsettled: () => TE.left(paymentErrors.StoreUnavailable) };
    expect(await using({ store: away }).createPaymentIntent(broken)()).to.deep.equal(
      E.left({ ...paymentErrors.StoreUnavailable, outcome: 'unknown' }),
    );
  });
});
