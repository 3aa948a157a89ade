/** A record of a client, its action, the object and the outcome. Never has a secret or card data. */
export type AuditEntry = {
  readonly operation: string;
  /**
   * `done`; `replayed`: the response of an earlier request with its key; `refused`: by Pasarela or the processor, and nothing was
   * done; `not_done` and `unknown` as in responses (decision E15).
   */
  readonly outcome: 'done' | 'replayed' | 'refused' | 'not_done' | 'unknown';
  /** The ids of objects, an amount in minor units with its currency, and other facts. Those that are absent are left out. */
  readonly [fact: string]: string | number | ReadonlyArray<string> | undefined;
};

/** Records an entry. Never throws, and never makes its caller wait. */
export type AuditLog = (entry: AuditEntry) => void;
