import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { bindKeyedUseCases } from '../../../src/application/facade/bind.js';
import {
  createKeyedFacade,
  type KeyedTaskEitherPayments,
} from '../../../src/application/facade/payments.js';
import type { PaymentError, ProcessorError } from '../../../src/domain/payment-error.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { quietIdempotency } from '../../support/idempotency/quiet-idempotency.js';
import { seed } from '../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../support/inputs/usual-fields-check.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';

/** The failures of one attempt of a request. */
const fates = [
  'answered',
  'not reached',
  'refused for the rate',
  'lost on the way there',
  'lost on the way back',
  'crash before the call',
  'crash after the call',
  'answered, and the store fails',
] as const;
type Fate = (typeof fates)[number];

type Outcome = E.Either<PaymentError, unknown>;

const leaseSeconds = 30;
const { ProcessorUnavailable, ProcessorRefused, StoreUnavailable } = paymentErrors;
const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const newcomer = { ...contact, email: 'eva@example.com' };
const declining = 'pm_card_visa_chargeDeclinedInsufficientFunds';

/** Two instances over one store, and the in-memory processor behind an unreliable network. */
const openWorld = async () => {
  const state = { now: 1_800_000_000, fate: 'answered' as Fate, crash: () => {} };
  const clock = (): number => state.now;
  const processor = createMemoryProcessor({ seed: 'model', clock });
  const shop = createPayments({ processor, clock });
  const { id: customer } = await shop.createCustomer(contact);
  const card = await shop.assignCard({ customer, source: 'tok_visa' });
  const pay = { customer, amount: '10', payment_method: 'pm_card_visa', confirm: true };
  const paid = await shop.createPaymentIntent({ ...pay, amount: '50' });
  const charge = String(paid.latest_charge);

  const crash = (): Promise<never> => {
    state.crash();
    return new Promise(() => {});
  };
  const befall =
    <A>(call: TE.TaskEither<ProcessorError, A>): TE.TaskEither<ProcessorError, A> =>
    async () => {
      switch (state.fate) {
        case 'not reached':
          return E.left({ ...ProcessorUnavailable, outcome: 'not_done' });
        case 'refused for the rate':
          return E.left(ProcessorRefused);
        case 'lost on the way there':
          return E.left(ProcessorUnavailable);
        case 'lost on the way back':
          await call();
          return E.left(ProcessorUnavailable);
        case 'crash before the call':
          return crash();
        case 'crash after the call':
          await call();
          return crash();
        case 'answered':
        case 'answered, and the store fails':
          return call();
      }
    };

  const store = createMemoryIdempotencyStore();
  const instances = [0, 1].map(() =>
    bindKeyedUseCases(
      {
        ...explodingDependencies,
        createCustomer: (...args) => befall(processor.createCustomer(...args)),
        deleteCard: (...args) => befall(processor.deleteCard(...args)),
        createPaymentIntent: (...args) => befall(processor.createPaymentIntent(...args)),
        createRefund: (...args) => befall(processor.createRefund(...args)),
        confirmationMethod: 'manual',
      },
      {},
      {
        ...quietIdempotency,
        store: {
          ...store,
          answer: (id, answer) =>
            state.fate === 'answered, and the store fails'
              ? async () => E.left(StoreUnavailable)
              : store.answer(id, answer),
        },
        clock,
        leaseSeconds,
      },
    ),
  );

  const intents = async (status: string): Promise<number> => {
    const { data } = await shop.listPayments({ customer });
    return data.filter((intent) => intent.status === status).length;
  };
  // Counts without the intent that is refunded.
  const succeeded = async (): Promise<number> => (await intents('succeeded')) - 1;
  const declined = (): Promise<number> => intents('requires_payment_method');

  type Request = {
    readonly key: string;
    readonly run: (payments: KeyedTaskEitherPayments) => TE.TaskEither<PaymentError, unknown>;
    /** How often such work was done, and how often it should be done: once for each key. */
    readonly done: () => Promise<number>;
    readonly due: number;
  };
  const requests: ReadonlyArray<Request> = [
    ...['order 42', 'order 42, once more'].map((key) => ({
      key,
      run: (payments: KeyedTaskEitherPayments) => payments.createPaymentIntent(pay),
      done: succeeded,
      due: 2,
    })),
    ...['order 43', 'order 43, once more'].map((key) => ({
      key,
      run: (payments: KeyedTaskEitherPayments) =>
        payments.createPaymentIntent({ ...pay, payment_method: declining }),
      done: declined,
      due: 2,
    })),
    {
      key: 'refund',
      run: (payments) => payments.refundCharge({ charge, amount_minor: 100 }),
      done: async () => (await shop.listRefunds({ payment_intent: paid.id })).data.length,
      due: 1,
    },
    {
      key: 'card',
      run: (payments) => payments.removeCard({ customer, card: card.id }),
      done: async () => 1 - (await shop.listCards({ customer })).length,
      due: 1,
    },
    {
      key: 'registration',
      run: (payments) => payments.createCustomer(newcomer),
      done: async () => (await shop.listCustomers({ email: newcomer.email })).data.length,
      due: 1,
    },
  ];

  /** One attempt. `null`: the instance crashed during it. */
  const send = (on: number, { key, run }: Request, fate: Fate): Promise<Outcome | null> => {
    const useCases = instances[on];
    if (useCases === undefined) throw new Error('there are two instances');
    state.fate = fate;
    const crashed = new Promise<null>((resolve) => {
      state.crash = () => resolve(null);
    });
    const payments = createKeyedFacade(
      useCases({ scope: 'shop', key }),
      usualFieldsCheck,
    ).taskEither;
    return Promise.race([crashed, run(payments)()]);
  };
  return { state, requests, send };
};

const isDefinite = (outcome: Outcome): boolean =>
  E.isRight(outcome) || outcome.left._tag === 'CardError';

const saysUndone = (outcome: Outcome): boolean =>
  E.isLeft(outcome) &&
  (outcome.left._tag === 'ProcessorRefused' ||
    (outcome.left._tag === 'ProcessorUnavailable' && outcome.left.outcome === 'not_done'));

const requestCount = 7;

const step = fc.record({
  which: fc.nat({ max: requestCount - 1 }),
  on: fc.constantFrom(0, 1),
  fate: fc.constantFrom(...fates),
  pause: fc.constantFrom(0, 1, leaseSeconds),
});

describe('payments with idempotency keys, with crashes, lost answers and retries on two instances', () => {
  it('are made once for each key, get one answer, and are never reported as not done after they were done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { state, requests, send } = await openWorld();
        expect(requests).to.have.length(requestCount);
        const answers = new Map<string, Outcome>();
        const tryOnce = async (which: number, on: number, fate: Fate): Promise<Outcome | null> => {
          const request = requests[which];
          if (request === undefined) throw new Error('there is no such request');
          const before = await request.done();
          const outcome = await send(on, request, fate);
          if (outcome === null) return null;
          const known = answers.get(request.key);
          if (isDefinite(outcome)) {
            expect(outcome).to.deep.equal(known ?? outcome);
            answers.set(request.key, outcome);
          }
          if (saysUndone(outcome)) {
            expect(known, `${request.key} was answered`).to.equal(undefined);
            expect(await request.done()).to.equal(before);
            if (request.due === 1) expect(before, `${request.key} was done`).to.equal(0);
          }
          return outcome;
        };
        for (const { which, on, fate, pause } of steps) {
          await tryOnce(which, on, fate);
          state.now += pause;
        }
        state.now += leaseSeconds;
        for (const [which, { key }] of requests.entries()) {
          const last = await tryOnce(which, 0, 'answered');
          expect(last !== null && isDefinite(last), key).to.equal(true);
        }
        for (const { key, done, due } of requests) expect(await done(), key).to.equal(due);
      }),
      { seed, numRuns: 80 },
    );
  });
});
