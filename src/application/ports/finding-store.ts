import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** A finding of the reconciliation that runs in the service. */
export type WatchedFinding = {
  /** The rule and what it is about: `charged_twice:1001`. */
  readonly id: string;
  readonly rule: string;
  readonly severity: 'error' | 'notice';
  readonly message: string;
  readonly advice: string;
  /** When its order or payment was made, Unix seconds; `null`: unknown. */
  readonly since: number | null;
};

/** The same with what people did about it. Unix seconds. */
export type StoredFinding = WatchedFinding & {
  readonly found_at: number;
  /** When somebody has marked it as seen; `null`: nobody has. */
  readonly seen_at: number | null;
  readonly note: string;
};

/** When runs ended, Unix seconds (`null`: none did), and the number of findings by rule. */
export type FindingsSummary = {
  readonly succeededAt: number | null;
  readonly failedAt: number | null;
  readonly findings: ReadonlyArray<
    Pick<WatchedFinding, 'rule' | 'severity'> & { readonly seen: boolean; readonly count: number }
  >;
};

/** Keeps the findings of the service, and lets one instance at a time look for them. */
export type FindingStore = {
  /**
   * Takes the next run for so many seconds, if it is due and no other instance has it. A moment that is more than `longest` seconds
   * away was stored by a clock that was ahead, and does not count.
   */
  readonly takeRun: (
    run: { readonly owner: string; readonly seconds: number; readonly longest: number },
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /** Keeps a run for so many seconds more, or after its end says when the next one is due. `false`: another instance has it. */
  readonly holdRun: (
    owner: string,
    seconds: number,
    now: number,
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  /**
   * Keeps the findings of a run about the time since `from`, and notes its success. Forgets those that it did not find again,
   * unless their orders or payments are older than that time and nobody has seen them. Returns the ids of new ones.
   */
  readonly keep: (
    findings: ReadonlyArray<WatchedFinding>,
    run: { readonly from: number; readonly at: number },
  ) => TE.TaskEither<StoreUnavailable, ReadonlyArray<string>>;
  readonly noteFailure: (at: number) => TE.TaskEither<StoreUnavailable, void>;
  /** The newest first; those that nobody has seen come before the others. */
  readonly list: (limit: number) => TE.TaskEither<StoreUnavailable, ReadonlyArray<StoredFinding>>;
  /** Marks a finding as seen, or not, with a note. `false`: there is no such finding. */
  readonly mark: (
    id: string,
    mark: { readonly seenAt: number | null; readonly note: string },
  ) => TE.TaskEither<StoreUnavailable, boolean>;
  readonly summary: TE.TaskEither<StoreUnavailable, FindingsSummary>;
};
