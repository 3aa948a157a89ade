import type { Clock } from '../../../application/ports/clock.js';
import type { FeeRate } from '../objects/balance.js';
import type { StoredSession } from '../objects/checkout-session.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import type { SwitchableMethod } from '../objects/switchable-methods.js';
import { createState, dumpState, type State, type StateDump } from '../store/state.js';
import { type ClockState, createEngineClock, type EngineClock } from './clock.js';
import {
  createLateEvents,
  type EventDispatcher,
  type LateEvents,
  type LateEventsDump,
  type ListenerErrorHandler,
} from './event-delivery.js';
import { createStoredAnswers, type StoredAnswer, type StoredAnswers } from './idempotency.js';
import { createFingerprints, createIds, type Ids } from './ids.js';
import { createFailureQueue, type FailureQueue, type QueuedFailure } from './planned-failures.js';

/** The whole state of the processor as plain JSON. Contains no card numbers and no security codes. */
export type EngineSnapshot = {
  readonly version: number;
  readonly seed: string;
  /** The seed of what stays the same in an account: fingerprints of cards, its configuration. Absent: the seed of the ids. */
  readonly accountSeed?: string;
  readonly idsMade: number;
  readonly clock: ClockState;
  readonly state: StateDump;
  readonly answers: ReadonlyArray<StoredAnswer>;
  readonly faults: ReadonlyArray<QueuedFailure>;
  /** Absent: events are visible immediately, and none waits. */
  readonly lateEvents?: LateEventsDump;
};

/** Everything in the engine that changes. */
export type Memory = {
  readonly seed: string;
  readonly accountSeed: string;
  /** The id of the account's payment methods. */
  readonly methodConfiguration: string;
  readonly fingerprintOf: (text: string) => string;
  readonly ids: Ids;
  readonly clock: EngineClock;
  readonly state: State;
  readonly answers: StoredAnswers;
  readonly failures: FailureQueue;
  readonly lateEvents: LateEvents;
};

/** The id of an account's payment methods. */
export const configurationOf = (seed: string): string =>
  createIds(`${seed}/payment_method_configuration`).next('pmc');

/** An empty memory. */
export const emptyMemory = ({
  seed,
  clock: source,
  searchDelay: delay,
}: Pick<EngineOptions, 'seed' | 'clock' | 'searchDelay'>): Memory => {
  const clock = createEngineClock(source);
  return {
    seed,
    accountSeed: seed,
    methodConfiguration: configurationOf(seed),
    fingerprintOf: createFingerprints(seed),
    ids: createIds(seed),
    clock,
    state: createState({ delay, now: clock.now }),
    answers: createStoredAnswers(),
    failures: createFailureQueue(),
    lateEvents: createLateEvents(),
  };
};

/** The memory as plain JSON. */
export const saveMemory = (memory: Memory): EngineSnapshot => {
  const lateEvents = memory.lateEvents.dump();
  return {
    version: 1,
    seed: memory.seed,
    ...(memory.accountSeed === memory.seed ? {} : { accountSeed: memory.accountSeed }),
    idsMade: memory.ids.made(),
    clock: memory.clock.state(),
    state: dumpState(memory.state),
    answers: memory.answers.dump(),
    faults: memory.failures.dump(),
    ...(lateEvents === undefined ? {} : { lateEvents }),
  };
};

/** A memory that continues exactly where the snapshot was taken. */
export const loadMemory = (
  snapshot: EngineSnapshot,
  { clock: source, searchDelay: delay }: Pick<EngineOptions, 'clock' | 'searchDelay'>,
): Memory => {
  const saved = deepFreeze(structuredClone(snapshot));
  const { seed, accountSeed = seed } = saved;
  const clock = createEngineClock(source, saved.clock);
  return {
    seed,
    accountSeed,
    methodConfiguration: configurationOf(accountSeed),
    fingerprintOf: createFingerprints(accountSeed),
    ids: createIds(seed, saved.idsMade),
    clock,
    state: createState({ delay, now: clock.now }, saved.state),
    answers: createStoredAnswers(saved.answers),
    failures: createFailureQueue(saved.faults),
    lateEvents: createLateEvents(saved.lateEvents),
  };
};

/** The state with which engines start. They share its rows, so that each starts at once, whatever its size. */
export type EngineStart = Pick<EngineSnapshot, 'idsMade' | 'faults' | 'lateEvents'> & {
  readonly accountSeed: string;
  /** Does not change any more. */
  readonly state: State;
  /** The rows that lead to pages of the server: challenges and open checkout sessions. */
  readonly withPages: {
    readonly intents: ReadonlyArray<PaymentIntentObject>;
    readonly setupIntents: ReadonlyArray<SetupIntentObject>;
    readonly checkoutSessions: ReadonlyArray<StoredSession>;
  };
  /** The processor's time when it was saved. Unix seconds. */
  readonly saved: number;
  /** `resumes`: time goes on from when it was saved. `follows`: it is the time of the engine's clock, but never earlier. */
  readonly clock: 'resumes' | 'follows';
};

/** The options of an engine. */
export type EngineOptions = {
  readonly seed: string;
  /** The id of the account, `acct_...`. */
  readonly account: string;
  readonly clock: Clock;
  /** How many events are kept; the oldest are dropped first. */
  readonly keepEvents: number;
  readonly challengeUrl: (paymentIntent: string) => string;
  readonly checkoutUrl: (session: string) => string;
  /** Whether card tokens are accepted as sources of customers and charges; accounts of today refuse them. */
  readonly cardTokens: boolean;
  /** How long searches do not see a change, in seconds. */
  readonly searchDelay: number;
  /** The fee of each charge; `null`: none. */
  readonly fees: FeeRate | null;
  /** The payment methods that are on until the account says otherwise. Absent: Stripe's defaults. */
  readonly methods?: ReadonlyArray<SwitchableMethod> | undefined;
  readonly onListenerError: ListenerErrorHandler;
  /** Absent: it starts empty. */
  readonly start?: EngineStart | undefined;
};

/** The parts of a running engine. */
export type EngineParts = {
  readonly memory: Memory;
  readonly options: EngineOptions;
  readonly dispatcher: EventDispatcher;
};
