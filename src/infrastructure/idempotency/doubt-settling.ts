import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { defectsAsData } from '../../application/defects-as-data.js';
import { derivedKeysOf } from '../../application/doubts/keys-of-event.js';
import { isAtWork } from '../../application/doubts/unsettled-keys.js';
import type { SettleDoubt } from '../../application/facade/settle-doubt.js';
import type { Clock } from '../../application/ports/clock.js';
import type {
  IdempotencyStore,
  LookUpPace,
  UnsettledKey,
} from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { SettledBy } from '../../application/ports/telemetry.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { settlesWithin } from '../settles-within.js';
import { sha256 } from './idempotency-settings.js';

type Parts = {
  readonly store: Pick<IdempotencyStore, 'unsettled' | 'takeLookUp'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between two look-ups, and between two questions to the store while no look-up is due. */
  readonly pauses?: { readonly busyMs: number; readonly idleMs: number };
};

/** The background task that settles keys in doubt. */
type DoubtSettling = {
  /** Looks up the keys in doubt that an event names, as soon as it is their turn. Returns immediately. */
  readonly noteEvent: (event: ProcessorEvent) => IO.IO<void>;
  /** Starts the task. `stop` resolves when the look-up in progress is done, or after its patience (milliseconds). */
  readonly start: (settle: SettleDoubt) => { readonly stop: (patienceMs: number) => Promise<void> };
};

/** One look-up a second by all instances together; a key without evidence is looked up four times a day in the end. */
const lookUpPace: LookUpPace = { turn: 1, first: 30, longest: 6 * 60 * 60 };

// Of a burst of events, the others are left to the look-ups that are due.
const mostNoted = 1000;

// Keys in one question to the store.
const mostAsked = 50;

// A refusal of the read, such as that of an unknown customer, is about this key alone.
const isAboutKey = (error: PaymentError): boolean =>
  error._tag === 'NotFound' || (error._tag === 'ProcessorRefused' && error.status !== 429);

type Due = { readonly key: UnsettledKey; readonly by: SettledBy };

/**
 * Settles keys in doubt one after another: first those that an event names, otherwise those whose look-up is due. An event is only
 * the occasion, the look-up is the evidence.
 */
export const createDoubtSettling = ({
  store,
  clock,
  logger,
  pauses: { busyMs, idleMs } = { busyMs: 1000, idleMs: 15_000 },
}: Parts): DoubtSettling => {
  const noted = new Set<string>();
  let endWait: (() => void) | undefined;
  let isIdle = false;

  const wait = (ms: number, { aborted }: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (aborted || ms <= 0) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, ms).unref();
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const asked = async <A>(ask: () => TE.TaskEither<PaymentError, A>): Promise<A | null> => {
    const outcome = await defectsAsData(ask)();
    if (E.isRight(outcome)) return outcome.right;
    logger.warn('could not ask the store for keys in doubt; it will be tried again', {
      ...outcome.left,
    });
    return null;
  };

  // Mostly the request itself is still running: it gets its answer without a look-up.
  const named = async (): Promise<ReadonlyArray<Due>> => {
    const keys: ReadonlyArray<string> = [...noted].slice(0, mostAsked);
    for (const key of keys) noted.delete(key);
    if (!RA.isNonEmpty(keys)) return [];
    const found = await asked(() => store.unsettled({ limit: mostAsked, derivedKeys: keys }));
    return (found ?? [])
      .filter((key) => !isAtWork(key, clock()))
      .map((key): Due => ({ key, by: 'event' }));
  };

  const due = async (): Promise<ReadonlyArray<Due>> => {
    const key = await asked(() => store.takeLookUp(lookUpPace, clock()));
    return key === null ? [] : [{ key, by: 'background' }];
  };

  /** Settles a key. `false`: the processor or the store has no time for look-ups, so the other keys wait too. */
  const settled = async (settle: SettleDoubt, { key, by }: Due): Promise<boolean> => {
    const settlement = await settle(key, by)();
    if (settlement._tag === 'Settled') {
      logger.info('found out the outcome of an idempotency key in doubt', {
        operation: key.firstSent?.operation,
        key_hash: sha256(key.key),
      });
    }
    return settlement._tag !== 'Failed' || isAboutKey(settlement.error);
  };

  const run = async (settle: SettleDoubt, signal: AbortSignal): Promise<void> => {
    let queue: ReadonlyArray<Due> = [];
    let nextDue = 0;
    while (!signal.aborted) {
      if (queue.length === 0) queue = await named();
      if (queue.length === 0 && performance.now() >= nextDue) queue = await due();
      const [next, ...rest] = queue;
      queue = rest;
      if (next === undefined || !(await settled(settle, next)))
        nextDue = performance.now() + idleMs;
      await wait(busyMs, signal);
      isIdle = noted.size === 0 && queue.length === 0;
      if (isIdle) await wait(nextDue - performance.now(), signal);
      isIdle = false;
    }
  };

  return {
    noteEvent: (event) => () => {
      if (noted.size >= mostNoted) return;
      const keys = derivedKeysOf(event);
      for (const key of keys) noted.add(key);
      if (keys.length > 0 && isIdle) endWait?.();
    },
    start: (settle) => {
      const stopping = new AbortController();
      const running = run(settle, stopping.signal);
      return {
        stop: async (patienceMs) => {
          stopping.abort();
          endWait?.();
          await settlesWithin(running, patienceMs);
        },
      };
    },
  };
};
