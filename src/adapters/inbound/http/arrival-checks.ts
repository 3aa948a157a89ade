import type { Endpoint } from './core/matcher.js';
import type { HttpRequest } from './core/message.js';
import type { HttpError } from './http-error.js';

/** A request that has arrived and is not handled yet. */
type Arrival = {
  readonly request: HttpRequest;
  /** What will handle it; `undefined`: the application, for the paths that no endpoint has. */
  readonly endpoint: Endpoint | undefined;
  /**
   * Calls the listener when all work on the request has ended, refused or not. That may be after its caller has left, for which
   * there is `request.onClose`.
   */
  readonly onEnd: (listener: () => void) => void;
};

/** Why a request is refused before it is handled; `undefined`: it may pass. */
type Verdict = HttpError | undefined;

/** Looks at a request before it is handled. It must not read the body. */
export type ArrivalCheck = (arrival: Arrival) => Verdict | Promise<Verdict>;

/** Asks the checks in their order until one refuses. */
const verdictOf = async (
  checks: ReadonlyArray<ArrivalCheck>,
  arrival: Arrival,
): Promise<Verdict> => {
  try {
    for (const check of checks) {
      const verdict = check(arrival);
      const refusal = verdict instanceof Promise ? await verdict : verdict;
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  } catch (cause) {
    return { _tag: 'Unexpected', cause };
  }
};

/**
 * Checks a request, and then calls `proceed` with the verdict, whose promise lasts as long as the work on the request and does not
 * reject.
 */
export const underChecks = async (
  checks: ReadonlyArray<ArrivalCheck>,
  { request, endpoint }: Omit<Arrival, 'onEnd'>,
  proceed: (refusal: Verdict) => Promise<void>,
): Promise<void> => {
  const listeners: Array<() => void> = [];
  const onEnd = (listener: () => void) => void listeners.push(listener);
  await proceed(await verdictOf(checks, { request, endpoint, onEnd }));
  for (const listener of listeners) listener();
};
