/**
 * What goes wrong with a call, besides a decline: too many requests (429), a failure of the processor (500, nothing
 * done), no connection, a time-out before the work or after it (done, but the answer is lost), an answer whose
 * connection breaks halfway (done too), or a confirmation that stays in `processing`.
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
 * What goes wrong with a call. A decline is named by its decline code or error code; a delay, in milliseconds, holds the
 * answer back once the work is done.
 */
export type PlannedFailure =
  | (typeof plannedFailureKinds)[number]
  | { readonly decline: string }
  | { readonly delay: number };

/** A fault that waits for its call. */
export type QueuedFailure = {
  /** An operation's name, one of the short words, or `any`. */
  readonly on: string;
  readonly with: PlannedFailure;
  /** How many calls it still hits. */
  readonly times: number;
};

/** What a fault has to know of a call. */
type FailureSubject = {
  readonly name: string;
  readonly failureAlias: string | undefined;
  readonly charges: boolean;
};

/** Faults that wait for their calls, first come first served. */
export type FailureQueue = {
  readonly plan: (fault: QueuedFailure) => void;
  /** The fault for this call, and how to strike it off. */
  readonly find: (
    target: FailureSubject,
  ) => { readonly fault: PlannedFailure; readonly use: () => void } | null;
  readonly dump: () => ReadonlyArray<QueuedFailure>;
};

const hits = (
  planned: QueuedFailure,
  { name, failureAlias: word, charges }: FailureSubject,
): boolean =>
  (planned.with !== 'processing' || charges) &&
  (planned.on === 'any' ||
    planned.on === name ||
    planned.on === word ||
    (planned.on === 'confirm' && charges));

/** A queue, empty or filled from a dump. */
export const createFailureQueue = (dump: ReadonlyArray<QueuedFailure> = []): FailureQueue => {
  let queue = dump;
  return {
    plan: (fault) => {
      queue = [...queue, fault];
    },
    find: (target) => {
      const planned = queue.find((candidate) => hits(candidate, target));
      if (planned === undefined) return null;
      return {
        fault: planned.with,
        use: () => {
          queue = queue.flatMap((other) => {
            if (other !== planned) return [other];
            return other.times > 1 ? [{ ...other, times: other.times - 1 }] : [];
          });
        },
      };
    },
    dump: () => queue,
  };
};
