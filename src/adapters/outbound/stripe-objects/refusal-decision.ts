import type { ProcessorDecision } from '../../../domain/processor-decision.js';

/** The parts of a refusal of Stripe that tell its meaning. Nothing of `type` and `code` is checked. */
type Refusal = { readonly status: number; readonly type?: unknown; readonly code?: unknown };

// https://docs.stripe.com/error-codes: too many requests, or another request is changing the object.
const limits: ReadonlyArray<unknown> = ['rate_limit', 'lock_timeout'];

// Sent before the request was read: timed out, too early, too many requests.
const turnedAway: ReadonlyArray<number> = [408, 425, 429];

// https://docs.stripe.com/api/errors: 409, it conflicts with another request, perhaps one with the same idempotency key; 424, it
// was not completed because a system outside of Stripe failed, and nothing says how far it came.
const undecided: ReadonlyArray<number> = [409, 424];

/** Whether Stripe has decided about the request that it refused with a 4xx status other than 401 and 403. */
export const decisionOn = ({ status, type, code }: Refusal): ProcessorDecision => {
  if (limits.includes(code) || turnedAway.includes(status)) return 'turned_away';
  // Stripe uses `api_error` for failures, its own or those of a gateway: it is never about the request.
  return undecided.includes(status) || type === 'api_error' ? 'undecided' : 'final';
};

/** The field `decision` of a refusal: absent when it is final. */
export const decisionField = (refusal: Refusal): { readonly decision?: ProcessorDecision } => {
  const decision = decisionOn(refusal);
  return decision === 'final' ? {} : { decision };
};
