import type { BreakerState } from '../../../application/ports/telemetry.js';
import { createBulkhead } from './bulkhead.js';
import { createCircuitBreaker } from './circuit-breaker.js';
import type { NoStripeAnswer, StripeAnswer, StripeClient } from './client.js';
import type { Protection } from './protection.js';

// A caller rather hears at once that nothing was done.
const waitMs = 1000;

const notSent = (reason: string, pauseMs: number): NoStripeAnswer => ({
  _tag: 'NotSent',
  reason,
  retryAfter: Math.max(1, Math.ceil(pauseMs / 1000)),
});

const tooMany = notSent('too many calls are waiting for the processor', waitMs);

const pausing = (pauseMs: number): NoStripeAnswer =>
  notSent(
    'the processor does not answer, so no call is sent for a while (circuit breaker)',
    pauseMs,
  );

// A refusal is an answer, even that there are too many requests. A failure of Stripe's own is not.
const isAnswered = (answer: StripeAnswer): boolean =>
  answer._tag === 'StripeObject' || (answer._tag === 'StripeRefusal' && answer.status < 500);

/** A client that does not send a request when too many are in progress, or while the processor does not answer. */
export const protectClient = (
  client: StripeClient,
  { maxCalls, maxWaitingCalls, breakerFailures, breakerPauseMs }: Protection,
  onBreakerChange: (state: BreakerState) => void,
): StripeClient => {
  const bulkhead = createBulkhead({ maxCalls, maxWaiting: maxWaitingCalls, waitMs });
  const breaker = createCircuitBreaker({
    failures: breakerFailures,
    pauseMs: breakerPauseMs,
    now: () => performance.now(),
    onChange: onBreakerChange,
  });

  const sendInPlace: StripeClient['send'] = async (request, options) => {
    const end = breaker.begin();
    if (end === undefined) return pausing(breaker.pauseMs());
    const answer = await client.send(request, options);
    end(isAnswered(answer));
    return answer;
  };

  return {
    ...client,
    send: async (request, options) => {
      const pauseMs = breaker.pauseMs();
      if (pauseMs > 0) return pausing(pauseMs);
      const place = bulkhead.enter();
      if (place !== true && !(await place)) return tooMany;
      try {
        return await sendInPlace(request, options);
      } finally {
        bulkhead.leave();
      }
    },
  };
};
