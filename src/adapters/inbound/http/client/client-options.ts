import {
  aFlag,
  aFunction,
  aWholeNumber,
  type Described,
  must,
  optional,
  options,
  textThat,
} from '../../../../application/checked-input.js';
import { isObject } from '../../../../domain/input/json.js';
import type { Fetch } from './send.js';

/** Advice of the service, with the stored answer of an earlier call with the same key. */
export type ClientAdvice = {
  readonly operation: string;
  readonly idempotencyKey: string;
  /**
   * `confirm_with_new_key`: once the customer has authenticated, confirm the payment with a new key; with the same key it will never
   * be charged. `read_again`: the object continues by itself, so read its present status.
   */
  readonly code: 'confirm_with_new_key' | 'read_again' | (string & {});
  /** In the language of the service. */
  readonly message: string;
};

const isHttpUrl = (url: unknown): url is string | URL => {
  if (!URL.canParse(String(url))) return false;
  const { protocol, username, password, search, hash } = new URL(String(url));
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
};

const timeoutMs = optional(aWholeNumber(1, 2_147_483_647));
const maxRetries = optional(aWholeNumber(0, 20));

/** Options of a client. */
export type ClientOptions = {
  /** The address of the service, with the prefix under which it is mounted: `https://pay.internal` or `https://shop.internal/pay`. */
  readonly baseUrl: string | URL;
  /** An API key of the service. Without one the service must be open, as it is on a laptop. */
  readonly apiKey?: string | undefined;
  /** How long to wait for the answer to each try, in milliseconds. Default: 30 000. A try that comes too early waits for the one before it. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated, always with the same idempotency key. Default: 2. 0: never. */
  readonly maxRetries?: number | undefined;
  /** Replaces the global `fetch`: for a proxy, for tests, or for a handler in the same process. */
  readonly fetch?: Fetch | undefined;
  /**
   * Called when a call repeated a key and got the stored answer of the first one, in which the customer still had to act. Write
   * it to your log: it mostly means that a payment is confirmed again with its old key, and is never charged.
   */
  readonly onAdvice?: ((advice: ClientAdvice) => void) | undefined;
  /** Allows the client in a browser, where everybody can read the API key. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
};

export const ClientOptions = options<ClientOptions>({
  baseUrl: must('must be an http or https URL, without user, query and fragment', isHttpUrl),
  apiKey: optional(
    textThat(
      'must be printable ASCII without spaces: does the environment variable end with a line break?',
      (key) => /^[!-~]+$/.test(key),
    ),
  ),
  timeoutMs,
  maxRetries,
  fetch: optional(aFunction()),
  onAdvice: optional(aFunction()),
  dangerouslyAllowBrowser: optional(aFlag),
});

/** Options of a call that only reads. */
export type ReadOptions = {
  /** Ends the call, with all its tries: for instance `AbortSignal.timeout(5000)`. */
  readonly signal?: AbortSignal | undefined;
  /** For this call, in milliseconds for each try. */
  readonly timeoutMs?: number | undefined;
  /** For this call. */
  readonly maxRetries?: number | undefined;
};

const ofRead: Described<ReadOptions> = {
  signal: optional(
    must(
      'must be an AbortSignal',
      (signal): signal is AbortSignal => isObject(signal) && 'aborted' in signal,
    ),
  ),
  timeoutMs,
  maxRetries,
};

export const ReadOptions = options<ReadOptions>(ofRead);

/** Options of a call that changes something. */
export type ChangeOptions = ReadOptions & {
  /**
   * Your own key for this call, 1 to 255 printable ASCII characters: with the same key it is done once, also if another process
   * repeats it. Left out: a random key, which only the tries of this call share. `undefined` is refused: it may be a misspelt variable.
   */
  readonly idempotencyKey?: string | undefined;
};

export const ChangeOptions = options<ChangeOptions>({
  ...ofRead,
  idempotencyKey: optional(
    textThat('must be 1 to 255 printable ASCII characters, without a space at either end', (key) =>
      /^(?! )[ -~]{1,255}(?<! )$/.test(key),
    ),
  ),
});
