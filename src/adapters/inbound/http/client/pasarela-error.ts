import { isObject } from '../../../../domain/input/json.js';

/** The codes of failures that the client finds itself. All others are those of the service. */
export type ClientErrorCode =
  /** No answer in time. */
  | 'timeout'
  /** The caller's signal ended the call. */
  | 'aborted'
  /** The service could not be reached, or the connection broke. */
  | 'connection_failed'
  /** Something in front of the service redirects: `baseUrl` is not its own address. */
  | 'redirected'
  /** Not an answer of Pasarela: `baseUrl` is wrong, or a proxy answered. */
  | 'unexpected_answer';

/** The facts about a failed call. */
export type FailureFacts = {
  readonly message: string;
  readonly code: ClientErrorCode | (string & {}) | null;
  readonly outcome: 'not_done' | 'unknown';
  readonly status?: number | undefined;
  readonly retry_after?: number | undefined;
  readonly request_id: string;
  readonly idempotency_key?: string | undefined;
  readonly fields?: ReadonlyArray<string> | undefined;
  readonly field?: string | undefined;
  readonly hint?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly payment_intent?: string | undefined;
  readonly setup_intent?: string | undefined;
  readonly charge?: string | undefined;
  readonly cause?: unknown;
};

// In the global registry, so that two copies of this package recognize each other's errors: `import` and `require` load one each.
const mark = Symbol.for('pasarela.PasarelaError');

/** A call that failed. `instanceof` also recognizes those of another copy of this package. */
export class PasarelaError extends Error implements FailureFacts {
  static override [Symbol.hasInstance](caught: unknown): boolean {
    if (super[Symbol.hasInstance](caught)) return true;
    return this === PasarelaError && isObject(caught) && mark in caught;
  }

  override readonly name = 'PasarelaError';
  /** For programs: a code of the service, such as `card_declined`, or one of the client's own. `null`: it has none. */
  declare readonly code: FailureFacts['code'];
  /**
   * Whether the work may have been done. `unknown`: money may have moved. Repeat the call with the same `idempotency_key`, or look
   * the object up; never repeat it with another key.
   */
  declare readonly outcome: 'not_done' | 'unknown';
  /** The HTTP status. `undefined`: there was no answer. */
  declare readonly status: number | undefined;
  /** Seconds after which the call may be repeated, when the service says so. */
  declare readonly retry_after: number | undefined;
  /** The id of the request in the log of the service. */
  declare readonly request_id: string;
  /** The key that the request had. `undefined`: it only reads. */
  declare readonly idempotency_key: string | undefined;
  /** With the code `missing_fields`: the names of the required fields that are missing, as in the HTTP interface. */
  declare readonly fields: ReadonlyArray<string> | undefined;
  /** With the code `invalid_field`: the name of the invalid field, as in the HTTP interface. */
  declare readonly field: string | undefined;
  /** The probable meaning, for people, such as of what an id is. */
  declare readonly hint: string | undefined;
  /** The reason of the bank, such as `insufficient_funds`. */
  declare readonly decline_code: string | undefined;
  /** `pi_...`, with a decline: it can still be paid with another card. */
  declare readonly payment_intent: string | undefined;
  /** `seti_...`, with a decline: it can still save another card. */
  declare readonly setup_intent: string | undefined;
  /** `ch_...`, the failed charge. */
  declare readonly charge: string | undefined;

  constructor({ message, cause, ...facts }: FailureFacts) {
    super(message, { cause });
    Object.defineProperty(this, mark, { value: true });
    Object.assign(this, facts);
  }
}
