import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { IdempotentResult } from '../../../src/application/idempotency/fixed-outcome.js';
import { runIdempotently } from '../../../src/application/idempotency/run-idempotently.js';
import type { PaymentError } from '../../../src/domain/payment-error.js';
import { outcomeOf } from '../../../src/domain/payment-error-facts.js';
import { searched } from '../../../src/domain/search-outcome.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { quietIdempotency } from '../../support/idempotency/quiet-idempotency.js';
import { rememberingAll } from '../../support/idempotency/remembering-all.js';
import { seed } from '../../support/inputs/seed.js';

/** The failures of one attempt of a request, on its way to the processor and back. */
const fates = [
  'answered',
  'never sent',
  'refused for the rate',
  'done, and the answer lost',
  'crash before the call',
  'crash after the call',
  'answered, and the store fails',
  'answered, and a crash of the store undoes it',
  'suspended, and never sent',
  'suspended, and sent',
  'suspended without its store, and never sent',
] as const;
type Fate = (typeof fates)[number];

type Charge = { readonly charge: string };

const leaseSeconds = 60;
const { ProcessorUnavailable, ProcessorRefused, StoreUnavailable, CardError } = paymentErrors;

const never = (): Promise<never> => new Promise(() => {});

/** Two instances over one store, and a processor that honors keys. */
const world = (declines: boolean) => {
  const state = { now: 1_800_000_000, charges: 0, fate: 'answered' as Fate };
  const kept = new Map<string, E.Either<PaymentError, Charge>>();
  const charge = (key: string): E.Either<PaymentError, Charge> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (!declines) state.charges += 1;
    const answer = declines ? E.left(CardError) : E.right({ charge: `ch_${state.charges}` });
    kept.set(key, answer);
    return answer;
  };
  const call =
    (
      key: string,
      fate: Fate,
      takeOver: () => Promise<unknown>,
    ): TE.TaskEither<PaymentError, Charge> =>
    async () => {
      switch (fate) {
        case 'never sent':
          return E.left({ ...ProcessorUnavailable, outcome: 'not_done' });
        case 'refused for the rate':
          return E.left(ProcessorRefused);
        case 'done, and the answer lost':
          charge(key);
          return E.left(ProcessorUnavailable);
        case 'crash before the call':
          return never();
        case 'crash after the call':
          charge(key);
          return never();
        // Meanwhile the other instance gets the request.
        case 'suspended, and never sent':
        case 'suspended without its store, and never sent':
          await takeOver();
          state.fate = fate;
          return E.left({ ...ProcessorUnavailable, outcome: 'not_done' });
        case 'suspended, and sent':
          await takeOver();
          return charge(key);
        case 'answered':
        case 'answered, and the store fails':
        case 'answered, and a crash of the store undoes it':
          return charge(key);
      }
    };

  const memory = rememberingAll(createMemoryIdempotencyStore());
  const instance = () =>
    runIdempotently({
      ...quietIdempotency,
      store: {
        ...memory,
        release: (id, how) =>
          state.fate === 'suspended without its store, and never sent'
            ? TE.left(StoreUnavailable)
            : memory.release(id, how),
        answer: (id, answer) => {
          if (state.fate === 'answered, and the store fails') return TE.left(StoreUnavailable);
          return state.fate === 'answered, and a crash of the store undoes it'
            ? TE.right(true)
            : memory.answer(id, answer);
        },
      },
      clock: () => state.now,
      leaseSeconds,
    });
  const instances = [instance(), instance()] as const;

  /** One attempt. `null`: the instance crashed during it. */
  const send = async (on: 0 | 1, fate: Fate): Promise<IdempotentResult<Charge> | null> => {
    state.fate = fate;
    const names = { operation: 'pay', call: 'charge' };
    const request = { scope: 'shop', key: 'order 42', names, input: { amount: 1 }, settings: '' };
    const crashes = fate.startsWith('crash');
    let crashed: () => void = () => {};
    const crash = new Promise<null>((resolve) => {
      crashed = () => resolve(null);
    });
    return Promise.race([
      crash,
      instances[on]<Charge>(request, {
        run:
          ({ derivedKey }) =>
          async () => {
            const ending = call(derivedKey, fate, () => {
              state.now += leaseSeconds;
              return send(on === 0 ? 1 : 0, 'answered');
            })();
            if (crashes) crashed();
            return ending;
          },
        find: () => T.of(searched.absent),
      })(),
    ]);
  };
  return { state, send };
};

// The client of such an answer may take a new key.
const saysUndone = ({ outcome }: IdempotentResult<Charge>): boolean =>
  E.isLeft(outcome) && outcomeOf(outcome.left) !== 'unknown';

const definite = ({ outcome }: IdempotentResult<Charge>): boolean =>
  E.isRight(outcome) || outcome.left._tag === 'CardError';

const step = fc.record({
  on: fc.constantFrom(0 as const, 1 as const),
  fate: fc.constantFrom(...fates),
  pause: fc.constantFrom(0, 1, leaseSeconds - 1, leaseSeconds),
});

describe('runIdempotently, with crashes, lost answers and retries on two instances', () => {
  for (const declines of [false, true]) {
    const title = declines ? 'a declined payment' : 'a payment';
    it(`${title} is done at most once, gets one answer, and ends`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const { state, send } = world(declines);
          const answers: Array<E.Either<PaymentError, Charge>> = [];
          for (const { on, fate, pause } of steps) {
            const answer = await send(on, fate);
            if (answer !== null && definite(answer)) answers.push(answer.outcome);
            if (answer !== null && saysUndone(answer)) expect(state.charges, fate).to.equal(0);
            state.now += pause;
          }
          state.now += leaseSeconds;
          const last = await send(0, 'answered');
          if (last === null) throw new Error('nothing crashed here');
          expect(definite(last)).to.equal(true);
          expect(state.charges).to.equal(declines ? 0 : 1);
          for (const answer of answers) expect(answer).to.deep.equal(last.outcome);
          expect(await send(1, 'answered')).to.deep.equal({ ...last, replayed: true });
        }),
        { seed, numRuns: 500 },
      );
    });
  }
});
