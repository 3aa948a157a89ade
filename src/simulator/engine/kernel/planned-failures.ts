import type { EngineRequest } from './operation.js';

/**
 * The failures without parameters: too many requests (429), a server error (500, nothing done), no connection, a time-out
 * before the work or after it (the work is done, but the response is lost), a connection that breaks in the middle of
 * the response (the work is done), and a confirmation that stays in `processing`.
 */
export const plannedFailureKinds = [
  'rate_limit',
  'server_error',
  'unreachable',
  'timeout_before',
  'timeout_after',
  'cut_short',
  'processing',
] as const;

/**
 * How a request fails. `decline` is a decline code or an error code; `delay`, in milliseconds, holds the response back
 * once the work is done.
 */
export type PlannedFailure =
  | (typeof plannedFailureKinds)[number]
  | { readonly decline: string }
  | { readonly delay: number };

/** A failure that waits for its request. */
export type QueuedFailure = {
  /** The name or alias of an operation, or `any`. */
  readonly on: string;
  readonly with: PlannedFailure;
  /** How many more requests it hits. */
  readonly times: number;
};

type Target = Pick<EngineRequest<unknown>, 'name' | 'failureAlias' | 'charges' | 'setsUp'>;

/** Planned failures, first in first out. */
export type FailureQueue = {
  /** Returns false when too many are planned already. */
  readonly plan: (failure: QueuedFailure) => boolean;
  /** The failure planned for this request; `use` counts it as used. */
  readonly find: (
    target: Target,
  ) => { readonly failure: PlannedFailure; readonly use: () => void } | null;
  readonly dump: () => ReadonlyArray<QueuedFailure>;
  readonly forget: () => void;
};

const hits = (queued: QueuedFailure, { name, failureAlias, charges, setsUp }: Target): boolean =>
  (queued.with !== 'processing' || charges) &&
  (queued.on === 'any' ||
    queued.on === name ||
    queued.on === failureAlias ||
    (queued.on === 'confirm' && (charges || setsUp)));

/** How many failures can be planned at the same time. Each request is compared with all of them. */
export const mostPlannedFailures = 1000;

/** A queue, empty or restored from a dump. */
export const createFailureQueue = (dump: ReadonlyArray<QueuedFailure> = []): FailureQueue => {
  let queue = dump;
  return {
    plan: (failure) => {
      if (queue.length >= mostPlannedFailures) return false;
      queue = [...queue, failure];
      return true;
    },
    find: (target) => {
      // Mostly none is planned.
      if (queue.length === 0) return null;
      const found = queue.find((queued) => hits(queued, target));
      if (found === undefined) return null;
      return {
        failure: found.with,
        use: () => {
          queue = queue.flatMap((other) => {
            if (other !== found) return [other];
            return other.times > 1 ? [{ ...other, times: other.times - 1 }] : [];
          });
        },
      };
    },
    dump: () => queue,
    forget: () => {
      queue = [];
    },
  };
};
