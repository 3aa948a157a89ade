import * as E from 'fp-ts/lib/Either.js';
import type { BreakerState } from '../../../application/ports/telemetry.js';
import { createBulkhead } from './bulkhead.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import type { NoStripeAnswer, SendOptions, StripeAnswer, StripeClient } from './client.js';
import type { Protection } from './protection.js';
import type { StripeRequest } from './request.js';

// A caller rather hears at once that nothing was done.
const waitMs = 1000;

const notSent = (reason: string, pauseMs: number): NoStripeAnswer => ({
  _tag: 'NotSent',
  reason,
  retry_after: Math.max(1, Math.ceil(pauseMs / 1000)),
});

const tooMany = notSent('too many calls are waiting for the processor', waitMs);

const closed = notSent('its connections are closed', waitMs);

const pausing = (pauseMs: number): NoStripeAnswer =>
  notSent(
    'the processor does not answer, so no call is sent for a while (circuit breaker)',
    pauseMs,
  );

// Longer than Stripe takes, if most calls take as long. What hangs counts before its time-out, and may still be answered.
const usualSlowMs = 5000;

// A refusal is an answer, even that there are too many requests. A failure of Stripe's own is not.
const isAnswered = (answer: StripeAnswer): boolean =>
  answer._tag === 'StripeObject' || (answer._tag === 'StripeRefusal' && answer.status < 500);

/**
 * A client that does not send a request when too many are in progress, or while the processor does not answer. A request that
 * takes longer than `slowMs` counts as not answered, and leaves its place to another one, as long as no more of them hang than
 * there are places.
 */
export const protectClient = (
  client: StripeClient,
  { maxCalls, maxWaitingCalls, breakerFailures, breakerFailuresInRow, breakerPauseMs }: Protection,
  onBreakerChange: (state: BreakerState) => void,
  slowMs = usualSlowMs,
): StripeClient => {
  const bulkhead = createBulkhead({ maxCalls, maxWaiting: maxWaitingCalls, waitMs });
  const breaker = createCircuitBreaker({
    failures: breakerFailures,
    inRow: breakerFailuresInRow,
    pauseMs: breakerPauseMs,
    now: () => performance.now(),
    onChange: onBreakerChange,
  });
  let hanging = 0;
  let isClosed = false;

  /** `leave`: gives the place to another request. */
  const sendInPlace = async (
    request: StripeRequest,
    options: SendOptions,
    leave: () => void,
  ): Promise<StripeAnswer> => {
    if (options.beforeAttempt !== undefined) {
      const allowed = await options.beforeAttempt();
      if (E.isLeft(allowed)) {
        leave();
        return { _tag: 'Withheld', error: allowed.left };
      }
    }
    const end = breaker.begin();
    if (end === undefined) {
      leave();
      return pausing(breaker.pauseMs());
    }
    const now = { isSlow: false, hasLeft: false };
    const slow = setTimeout(() => {
      now.isSlow = true;
      end(false);
      if (hanging < maxCalls) {
        now.hasLeft = true;
        hanging += 1;
        leave();
      }
    }, slowMs);
    const answer = await client.send(request, options);
    clearTimeout(slow);
    if (!now.isSlow) end(isAnswered(answer));
    if (now.hasLeft) hanging -= 1;
    else leave();
    return answer;
  };

  return {
    ...client,
    send: async (request, options) => {
      // A call that was cut is not repeated, so that its outcome is recorded before the end.
      if (isClosed) return closed;
      const pauseMs = breaker.pauseMs();
      if (pauseMs > 0) return pausing(pauseMs);
      // Calls that hang may have all places, so what tries whether the processor is back needs none.
      if (breaker.isTrying()) return sendInPlace(request, options, () => undefined);
      const place = bulkhead.enter();
      if (place !== true && !(await place)) return tooMany;
      return sendInPlace(request, options, bulkhead.leave);
    },
    close: () => {
      isClosed = true;
      return client.close();
    },
  };
};
