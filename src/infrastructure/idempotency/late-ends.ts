import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type { HoldDependencies, KeyEnd } from '../../application/idempotency/hold-key.js';
import type { IdempotencyDependencies } from '../../application/idempotency/run-idempotently.js';
import type { Logger } from '../../application/ports/logger.js';
import { settlesWithin } from '../settles-within.js';

type Parts = {
  /** Gets each end once: when it is stored, or given up. */
  readonly report: HoldDependencies['report'];
  readonly logger: Pick<Logger, 'warn'>;
  readonly pauseMs?: number;
  readonly limits?: { readonly ends: number; readonly ageMs: number };
};

/** The ends of keyed requests that their store has not taken yet. */
type LateEnds = {
  readonly report: HoldDependencies['report'];
  /** Keeps the release of a claim that the store may have taken. It is given up silently: then the lease ends by itself. */
  readonly releaseLater: IdempotencyDependencies['releaseLater'];
  /** Tries each once more, for `patienceMs` milliseconds at most, and gives up those that are left. */
  readonly stop: (patienceMs: number) => Promise<void>;
};

const usualPauseMs = 500;

// A response is a few kilobytes. What is given up is looked up at the processor, as after a crash.
const usualLimits = { ends: 5000, ageMs: 60 * 60 * 1000 };

type LateEnd = Pick<KeyEnd, 'again'> & {
  /** `null`: the release of a lost claim. */
  readonly end: KeyEnd | null;
  readonly since: number;
};

const isLate = (stored: KeyEnd['stored']): boolean =>
  E.isLeft(stored) && stored.left._tag === 'StoreUnavailable';

/**
 * Keeps the ends that a store refuses during an outage, and stores them later: the process still knows what became of each
 * request, so that its key need not stay in doubt.
 */
export const createLateEnds = ({
  report,
  logger,
  pauseMs = usualPauseMs,
  limits = usualLimits,
}: Parts): LateEnds => {
  const late = new Set<LateEnd>();
  const state = { storing: false, stopping: false };

  // At a stop, an end may be given up while it is being stored.
  const conclude = (one: LateEnd, stored?: KeyEnd['stored']): void => {
    if (!late.delete(one) || one.end === null) return;
    report(stored === undefined ? one.end : { ...one.end, stored })();
  };

  /** `false`: the store does not take it yet. */
  const store = async (one: LateEnd): Promise<boolean> => {
    const stored = await one.again();
    if (isLate(stored)) return false;
    // Another request has the key by now, or the store had taken this end and could not say so.
    if (E.isRight(stored) && !stored.right) late.delete(one);
    else conclude(one, stored);
    return true;
  };

  const storeAll = async (): Promise<void> => {
    for (const one of late) {
      if (performance.now() - one.since > limits.ageMs) conclude(one);
      else if (!(await store(one))) {
        // It waits behind the others, in case the store refuses this one alone.
        if (late.delete(one)) late.add(one);
        return;
      }
    }
  };

  const storeUntilDone = async (): Promise<void> => {
    state.storing = true;
    while (late.size > 0 && !state.stopping) {
      await sleep(pauseMs, undefined, { ref: false });
      await storeAll();
    }
    state.storing = false;
  };

  const add = (one: Omit<LateEnd, 'since'>): void => {
    late.add({ ...one, since: performance.now() });
    if (!state.storing) void storeUntilDone();
  };

  return {
    report: (end) => () => {
      if (!isLate(end.stored) || state.stopping || late.size >= limits.ends) {
        report(end)();
        return;
      }
      logger.warn('the store does not take the outcome of an idempotent request yet', {
        operation: end.operation,
        key_hash: end.keyHash(),
      });
      add({ end, again: end.again });
    },
    // An outcome is worth more: half of the places are left to them.
    releaseLater: (again) => () => {
      if (!state.stopping && late.size < limits.ends / 2) add({ end: null, again });
    },
    stop: async (patienceMs) => {
      state.stopping = true;
      const tries = Promise.all([...late].map(store));
      await settlesWithin(tries, patienceMs);
      for (const one of late) conclude(one);
      state.stopping = false;
    },
  };
};
