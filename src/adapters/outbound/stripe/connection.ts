import type { Stripe } from 'stripe';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { systemClock } from '../system-clock.js';
import { defaultApiVersion } from './api-version.js';
import { type AttemptCall, createAttempt } from './attempt.js';
import { createCaller, type StripeCaller } from './caller.js';
import { createStripeClient } from './client.js';
import { createLookUpReads } from './look-up-reads.js';
import { checkStripeProcessorOptions, type StripeProcessorOptions } from './options.js';
import { formatOf, type RequestFormat, typesParamOf } from './request-format.js';
import { defaultCallPolicy, lookUpTimeoutMs, type RetryPolicy } from './retry-policy.js';

/** How an account of Stripe's is called. */
export type StripeConnection = {
  readonly stripe: Stripe;
  readonly attempt: AttemptCall;
  readonly caller: StripeCaller;
  /** How requests are worded that repeat no earlier one. */
  readonly today: RequestFormat;
  /** How a call is worded. */
  readonly formatOf: (options: CallOptions | undefined) => RequestFormat;
  /** The reads of a look-up that begins now and belongs to no call. */
  readonly reads: () => OutcomeReads;
};

/** What calls are made with. `maker` is named in the `TypeError` of options that are not what they should be. */
export const connectToStripe = (
  maker: string,
  options: StripeProcessorOptions,
): StripeConnection => {
  checkStripeProcessorOptions(options, maker);
  const {
    secretKey,
    baseUrl = 'https://api.stripe.com',
    timeoutMs = defaultCallPolicy.timeoutMs,
    maxRetries = defaultCallPolicy.maxRetries,
    retryDelayMs = defaultCallPolicy.retryDelayMs,
    clock = systemClock,
    cards = 'sources',
    apiVersion = defaultApiVersion,
  } = options;
  const today = {
    apiVersion,
    types: typesParamOf(apiVersion),
    cards,
    metadata: 'pasarela_key',
  } as const;
  const attempt = createAttempt(secretKey, today);
  const stripe = createStripeClient({ secretKey, baseUrl, timeoutMs });
  const rules = { maxRetries, retryDelayMs, timeoutMs };
  const readsWith = (retries: RetryPolicy) => () =>
    createLookUpReads(stripe, attempt, clock, { boundMs: lookUpTimeoutMs(rules), retries });
  // A call looks up again and again as a whole.
  const callReads = readsWith({ ...rules, maxRetries: 0 });
  return {
    stripe,
    attempt,
    caller: createCaller(attempt, { formatOf: formatOf(today), rules, reads: callReads, clock }),
    today,
    formatOf: formatOf(today),
    reads: readsWith(rules),
  };
};
