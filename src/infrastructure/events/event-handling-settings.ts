/** How events are handled. */
export type EventHandlingSettings = {
  /** How many events are handled at the same time, each of another object. */
  readonly concurrency: number;
  /** After how many seconds another instance takes over an event from one that is gone. */
  readonly leaseSeconds: number;
  /** After how many seconds a try has failed that is not over; its handlers are told to give up. */
  readonly timeoutSeconds: number;
  /** How many tries an event has before it is dead, and again after each replay. */
  readonly maxTries: number;
  /** For how many days the payloads of handled and ignored events are kept after their receipt. */
  readonly retentionDays: number;
  /** The same of dead ones. */
  readonly deadRetentionDays: number;
  /** For how many days the ids of events are kept after their receipt, by which they are known when they come again. */
  readonly idDays: number;
};
