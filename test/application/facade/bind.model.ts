import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import { bindKeyedUseCases } from '../../../src/application/facade/bind.js';
import { createKeyedFacade } from '../../../src/application/facade/payments.js';
import { keyLifetime } from '../../../src/application/idempotency/decide-claim.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';
import type {
  ConfirmationMethod,
  NewPaymentIntent,
  OutcomeLookUps,
  PaymentProcessor,
} from '../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import type { PaymentError, ProcessorError } from '../../../src/domain/payment-error.js';
import { outcomeOf } from '../../../src/domain/payment-error-facts.js';
import { searched } from '../../../src/domain/search-outcome.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { quietIdempotency } from '../../support/idempotency/quiet-idempotency.js';
import { seed } from '../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../support/inputs/usual-fields-check.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

/** The failures of one attempt of a request, on its way to the processor and back. */
const fates = [
  'answered',
  'not reached',
  'our key refused',
  'refused for the rate',
  'lost on the way there',
  'lost on the way back',
  'crash before the call',
  'crash after the call',
  'answered, and the store fails',
  'answered, and a crash of the store undoes it',
] as const;
type Fate = (typeof fates)[number];

const hour = 3600;
const day = 24 * hour;
const leaseSeconds = 60;
const orders = ['order 1', 'order 2'] as const;

type Action =
  | { readonly _tag: 'Send'; readonly order: number; readonly on: number; readonly fate: Fate }
  | { readonly _tag: 'Pause'; readonly seconds: number }
  | { readonly _tag: 'StepClock'; readonly on: number; readonly offset: number }
  | { readonly _tag: 'AddSecret' }
  | { readonly _tag: 'DropOldSecrets' }
  | { readonly _tag: 'RenameCaller' }
  | { readonly _tag: 'ChangeNamespace' }
  | { readonly _tag: 'Upgrade' }
  | { readonly _tag: 'RestartStore' };

const send = fc.record({
  _tag: fc.constant('Send' as const),
  order: fc.nat({ max: orders.length - 1 }),
  on: fc.nat({ max: 1 }),
  fate: fc.constantFrom(...fates),
});

const pauseOf = (...seconds: ReadonlyArray<number>) =>
  fc.record({ _tag: fc.constant('Pause' as const), seconds: fc.constantFrom(...seconds) });

const stepClock = fc.record({
  _tag: fc.constant('StepClock' as const),
  on: fc.nat({ max: 1 }),
  offset: fc.constantFrom(0, -3 * day, -25 * hour, -hour, 25 * hour, 3 * day),
});

const change = (tag: Exclude<Action['_tag'], 'Send' | 'Pause' | 'StepClock'>) =>
  fc.constant<Action>({ _tag: tag });

const anything: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 3, arbitrary: pauseOf(1, leaseSeconds, 22 * hour, 25 * hour, 9 * day) },
  { weight: 2, arbitrary: stepClock },
  change('AddSecret'),
  change('DropOldSecrets'),
  change('RenameCaller'),
  change('ChangeNamespace'),
  change('Upgrade'),
  change('RestartStore'),
);

// The changes that a lost store survives: the processor knows keys for a day, and the derived keys must stay the same.
const withinADay: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: send },
  { weight: 2, arbitrary: pauseOf(1, leaseSeconds, hour) },
  change('AddSecret'),
  change('DropOldSecrets'),
  change('Upgrade'),
  change('RestartStore'),
);

type Outcome = E.Either<PaymentError, PaymentIntent>;
type Answer = E.Either<ProcessorError, PaymentIntent>;

const { ProcessorUnavailable, ProcessorRefused, ProcessorAuthenticationFailed } = paymentErrors;

/** The processor: it knows keys for a day by a correct clock, and its objects carry them forever. */
const openProcessor = (now: () => number) => {
  const kept = new Map<string, { readonly at: number; readonly params: string }>();
  const charges = new Map<string, Array<PaymentIntent>>();
  const made = (key: string): ReadonlyArray<PaymentIntent> => charges.get(key) ?? [];
  const charge = (key: string, params: string): Answer => {
    const known = kept.get(key);
    if (known !== undefined && now() - known.at < day) {
      const last = made(key).at(-1);
      return known.params === params && last !== undefined
        ? E.right(last)
        : E.left({ ...ProcessorRefused, status: 400, code: 'idempotency_error' });
    }
    kept.set(key, { at: now(), params });
    const intent = { ...processorObjects.intent, amount: made(key).length };
    charges.set(key, [...made(key), intent]);
    return E.right(intent);
  };
  return { charge, made, derivedKeys: () => [...charges.keys()] };
};

/** Two instances over one store, whose clocks and configuration change. */
const openWorld = async (
  open: () => Promise<IdempotencyStore>,
  restart: (before: IdempotencyStore) => Promise<IdempotencyStore>,
) => {
  const config: { confirmationMethod: ConfirmationMethod; requestFormat: string } = {
    confirmationMethod: 'manual',
    requestFormat: 'format 0',
  };
  const state = {
    now: 1_800_000_000,
    offsets: [0, 0],
    secrets: ['secret 0'],
    made: 0,
    scopes: ['shop 0'],
    namespace: '',
    fate: 'answered' as Fate,
    crash: (): void => {},
    store: await open(),
  };
  const processor = openProcessor(() => state.now);
  const charged = new Map<string, Set<string>>();
  const never = (): Promise<never> => {
    state.crash();
    return new Promise(() => {});
  };

  const createPaymentIntent =
    (order: string): PaymentProcessor['createPaymentIntent'] =>
    (input: NewPaymentIntent, { idempotencyKey = '', requestFormat = '' } = {}) =>
    async () => {
      const call = (): Answer => {
        charged.set(order, (charged.get(order) ?? new Set()).add(idempotencyKey));
        return processor.charge(idempotencyKey, JSON.stringify([input, requestFormat]));
      };
      switch (state.fate) {
        case 'not reached':
          return E.left({ ...ProcessorUnavailable, outcome: 'not_done' });
        case 'our key refused':
          return E.left(ProcessorAuthenticationFailed);
        case 'refused for the rate':
          return E.left(ProcessorRefused);
        case 'lost on the way there':
          return E.left(ProcessorUnavailable);
        case 'lost on the way back':
          call();
          return E.left(ProcessorUnavailable);
        case 'crash before the call':
          return never();
        case 'crash after the call':
          call();
          return never();
        case 'answered':
        case 'answered, and the store fails':
        case 'answered, and a crash of the store undoes it':
          return call();
      }
    };
  const lookUps: OutcomeLookUps = {
    createPaymentIntent: (_input, { idempotencyKey }) =>
      TE.fromIO(() => {
        const [first] = processor.made(idempotencyKey);
        return first === undefined ? searched.absent : searched.found(E.right(first));
      }),
  };

  const charges = (order: string): number =>
    [...(charged.get(order) ?? [])].flatMap((key) => processor.made(key)).length;

  /** One attempt. `null`: the instance crashed during it. */
  const pay = (order: string, on: number, fate: Fate): Promise<Outcome | null> => {
    const [scope = '', ...formerScopes] = state.scopes;
    const [first = '', ...others] = state.secrets;
    const { store } = state;
    state.fate = fate;
    const useCases = bindKeyedUseCases(
      {
        ...explodingDependencies,
        createPaymentIntent: createPaymentIntent(order),
        confirmationMethod: config.confirmationMethod,
      },
      { requestFormat: config.requestFormat, lookUps },
      {
        ...quietIdempotency,
        cipher: TE.right(createIdempotencyCipher([first, ...others])),
        namespace: state.namespace,
        store: {
          ...store,
          answer: (lease, answer) => {
            if (fate === 'answered, and the store fails')
              return TE.left(paymentErrors.StoreUnavailable);
            return fate === 'answered, and a crash of the store undoes it'
              ? TE.right(true)
              : store.answer(lease, answer);
          },
        },
        clock: () => state.now + (state.offsets[on] ?? 0),
        leaseSeconds,
      },
    );
    const crashed = new Promise<null>((resolve) => {
      state.crash = () => resolve(null);
    });
    const { createPaymentIntent: create } = createKeyedFacade(
      useCases({ scope, formerScopes, key: order }),
      usualFieldsCheck,
    ).taskEither;
    return Promise.race([
      crashed,
      create({ customer: 'cus_1', amount: '10', payment_method: 'pm_1', confirm: true })(),
    ]);
  };

  // Every instance does this every ten minutes.
  const maintain = async (): Promise<void> => {
    for (const offset of state.offsets) {
      const now = state.now + offset;
      await valueOf(state.store.purge({ answeredBefore: now - keyLifetime, now, limit: 100 }));
    }
  };

  const act = async (action: Exclude<Action, { readonly _tag: 'Send' }>): Promise<void> => {
    switch (action._tag) {
      case 'Pause':
        state.now += action.seconds;
        return maintain();
      case 'StepClock':
        state.offsets[action.on] = action.offset;
        return maintain();
      case 'AddSecret':
        state.made += 1;
        state.secrets = [`secret ${state.made}`, ...state.secrets];
        return;
      case 'DropOldSecrets':
        state.secrets = state.secrets.slice(0, 1);
        return;
      case 'RenameCaller':
        state.made += 1;
        state.scopes = [`shop ${state.made}`, ...state.scopes];
        return;
      case 'ChangeNamespace':
        state.made += 1;
        state.namespace = `namespace ${state.made}`;
        return;
      case 'Upgrade':
        state.made += 1;
        config.requestFormat = `format ${state.made}`;
        config.confirmationMethod = config.confirmationMethod === 'manual' ? 'automatic' : 'manual';
        return;
      case 'RestartStore':
        state.store = await restart(state.store);
    }
  };
  return { state, act, pay, charges };
};

const isDefinite = (outcome: Outcome): boolean => E.isRight(outcome);

// Errors that mean "nothing was done for this order", so that its client may take a new key.
const saysUndone = (outcome: Outcome): boolean => {
  if (E.isRight(outcome)) return false;
  const said = outcomeOf(outcome.left);
  return said === 'not_done' || said === undefined;
};

type Stores = {
  readonly open: () => Promise<IdempotencyStore>;
  /** Opens another instance of the store over the same data. */
  readonly restart: (before: IdempotencyStore) => Promise<IdempotencyStore>;
  readonly numRuns: number;
};

const tell = async (
  actions: ReadonlyArray<Action>,
  { open, restart }: Stores,
  loses = false,
): Promise<void> => {
  const { state, act, pay, charges } = await openWorld(open, restart);
  const answers = new Map<string, Outcome>();
  const secrets = new Set(state.secrets);

  // A client sends its order again until it gets an answer.
  const trySend = async (order: string, on: number, fate: Fate): Promise<void> => {
    if (answers.has(order)) return;
    const outcome = await pay(order, on, fate);
    expect(charges(order), order).to.be.lessThan(2);
    if (outcome === null) return;
    if (isDefinite(outcome)) {
      answers.set(order, outcome);
      // Once more, when a lease that was not ended has expired.
      state.now += leaseSeconds;
      expect(await pay(order, on, 'answered'), order).to.deep.equal(outcome);
      expect(charges(order), order).to.equal(1);
    }
    if (saysUndone(outcome)) {
      expect(charges(order), `${order}: ${JSON.stringify(outcome)}`).to.equal(0);
    }
  };
  for (const action of actions) {
    if (action._tag === 'Send') {
      await trySend(orders[action.order] ?? orders[0], action.on, action.fate);
    } else {
      await act(action);
      for (const secret of state.secrets) secrets.add(secret);
    }
  }

  // Everything works again: clocks are right, secrets are known, and leases have expired.
  state.secrets = [...secrets];
  state.offsets = [0, 0];
  await act({ _tag: 'Pause', seconds: 0 });
  await act({ _tag: 'Pause', seconds: 1 });
  const later = actions.some(({ _tag }) => _tag === 'StepClock') ? 4 * day : 2 * leaseSeconds;
  await act({ _tag: 'Pause', seconds: later });
  for (const order of orders) {
    await trySend(order, 0, 'answered');
    if (answers.has(order)) expect(charges(order), order).to.equal(1);
    // An operator settles a doubt without evidence. Without the first request, the store cannot look it up.
    else if (!loses) expect(charges(order), order).to.equal(0);
  }
};

/** The model test of idempotency keys: whatever happens to clocks, configuration and store, an order is charged at most once. */
export const describeDoubts = (name: string, stores: Stores): void => {
  describe(`idempotency keys in doubt, with every kind of failure: ${name}`, () => {
    it('charge at most once, and are never reported as not done after they were done', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anything, { maxLength: 25, size: 'max' }), (actions) =>
          tell(actions, stores),
        ),
        { seed, numRuns: stores.numRuns },
      );
    });
  });
};

/** The same with a store that is lost at each restart, within the day for which the processor knows the keys. */
export const describeLostStore = (name: string, stores: Stores): void => {
  describe(`idempotency keys after the store was lost: ${name}`, () => {
    it('charge at most once, and are never reported as not done after they were done', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(withinADay, { maxLength: 18, size: 'max' }), (actions) =>
          tell(actions, stores, true),
        ),
        { seed, numRuns: stores.numRuns },
      );
    });
  });
};
