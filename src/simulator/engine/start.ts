import type { Clock } from '../../application/ports/clock.js';
import { nextAction } from './intents/next-action.js';
import { type ClockState, createEngineClock } from './kernel/clock.js';
import { createLateEvents } from './kernel/event-delivery.js';
import { createStoredAnswers } from './kernel/idempotency.js';
import { createFingerprints, createIds } from './kernel/ids.js';
import {
  configurationOf,
  type EngineOptions,
  type EngineSnapshot,
  type EngineStart,
  emptyMemory,
  type Memory,
} from './kernel/memory.js';
import { createFailureQueue } from './kernel/planned-failures.js';
import { deepFreeze } from './objects/json.js';
import type { NextAction } from './objects/payment-intent.js';
import { createState, type State } from './store/state.js';

type Challenged = { readonly id: string; readonly next_action: NextAction | null };

/** Prepares a snapshot as the start of any number of engines. `saved`: the processor's time of it, Unix seconds. */
export const createStart = (
  snapshot: EngineSnapshot,
  saved: number,
  clock: EngineStart['clock'],
): EngineStart => {
  const { seed, accountSeed = seed, state: rows, ...rest } = deepFreeze(structuredClone(snapshot));
  // Searches are those of the engines.
  const state = createState({ delay: 0, now: () => saved }, rows);
  return { ...rest, accountSeed, state, withPages: rowsWithPages(state), saved, clock };
};

const isChallenged = ({ next_action }: Challenged): boolean => next_action !== null;

const rowsWithPages = (state: State): EngineStart['withPages'] => ({
  intents: [...state.intents.oldestFirst('all')].filter(isChallenged),
  setupIntents: [...state.setupIntents.oldestFirst('all')].filter(isChallenged),
  checkoutSessions: [...state.checkoutSessions.oldestFirst('all')].filter(
    ({ url }) => url !== null,
  ),
});

// The pages of the start are those of the engine that was saved.
const renewPages = (
  state: State,
  { intents, setupIntents, checkoutSessions }: EngineStart['withPages'],
  options: Pick<EngineOptions, 'challengeUrl' | 'checkoutUrl'>,
): void => {
  const challenged = <A extends Challenged>(intent: A): A => {
    const { next_action: action } = intent;
    const returnUrl = action?.type === 'redirect_to_url' ? action.redirect_to_url.return_url : null;
    const type = action?.type === 'use_stripe_sdk' ? action.use_stripe_sdk.type : undefined;
    return deepFreeze({ ...intent, next_action: nextAction(options, intent.id, returnUrl, type) });
  };
  for (const intent of intents) state.intents.put(challenged(intent));
  for (const intent of setupIntents) state.setupIntents.put(challenged(intent));
  for (const session of checkoutSessions) {
    state.checkoutSessions.put(deepFreeze({ ...session, url: options.checkoutUrl(session.id) }));
  }
};

const clockState = ({ saved, clock }: EngineStart, source: Clock): ClockState => ({
  advanced: clock === 'resumes' ? saved - Math.floor(source()) : 0,
  latest: saved,
});

/** The memory with which an engine starts. Ids go on with its own seed, so that engines with one start make different ids. */
export const startMemory = (options: EngineOptions): Memory => {
  const { seed, start, searchDelay: delay } = options;
  if (start === undefined) return emptyMemory(options);
  const clock = createEngineClock(options.clock, clockState(start, options.clock));
  const state = createState({ delay, now: clock.now }, start.state);
  renewPages(state, start.withPages, options);
  return {
    seed,
    accountSeed: start.accountSeed,
    methodConfiguration: configurationOf(start.accountSeed),
    fingerprintOf: createFingerprints(start.accountSeed),
    ids: createIds(seed, start.idsMade),
    clock,
    state,
    // The keys belong to the requests that made the start.
    answers: createStoredAnswers(),
    failures: createFailureQueue(start.faults),
    lateEvents: createLateEvents(start.lateEvents),
  };
};
