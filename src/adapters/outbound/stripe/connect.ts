import type { Stripe } from 'stripe';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { systemClock } from '../system-clock.js';
import { defaultApiVersion } from './api-version.js';
import { lookUpBoundMs, type RetryRules, usualCallRules } from './call-time.js';
import { checkStripeProcessorOptions } from './check-stripe-processor-options.js';
import { type Attempt, createAttempt } from './create-attempt.js';
import { type Caller, createCaller } from './create-caller.js';
import { createStripeClient } from './create-stripe-client.js';
import { createStripeReads } from './create-stripe-reads.js';
import { formatOf, type RequestFormat, typesParamOf } from './request-format.js';
import type { StripeProcessorOptions } from './stripe-processor-options.js';

/** How an account of Stripe's is called. */
export type Connection = {
  readonly stripe: Stripe;
  readonly attempt: Attempt;
  readonly caller: Caller;
  /** How requests are worded that repeat no earlier one. */
  readonly today: RequestFormat;
  /** How a call is worded. */
  readonly formatOf: (options: CallOptions | undefined) => RequestFormat;
  /** The reads of a look-up that begins now and belongs to no call. */
  readonly reads: () => OutcomeReads;
};

/** What calls are made with. `maker` is named in the `TypeError` of options that are not what they should be. */
export const connect = (maker: string, options: StripeProcessorOptions): Connection => {
  checkStripeProcessorOptions(options, maker);
  const {
    secretKey,
    baseUrl = 'https://api.stripe.com',
    timeoutMs = usualCallRules.timeoutMs,
    maxRetries = usualCallRules.maxRetries,
    retryDelayMs = usualCallRules.retryDelayMs,
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
  const readsWith = (retries: RetryRules) => () =>
    createStripeReads(stripe, attempt, clock, { boundMs: lookUpBoundMs(rules), retries });
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
