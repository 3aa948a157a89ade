import type { Stripe } from 'stripe';
import type { Clock } from '../../../application/ports/clock.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import { systemClock } from '../system-clock.js';
import { defaultApiVersion } from './api-version.js';
import { checkStripeProcessorOptions } from './check-stripe-processor-options.js';
import { type Attempt, createAttempt } from './create-attempt.js';
import { type Caller, createCaller } from './create-caller.js';
import { createStripeClient } from './create-stripe-client.js';
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
  readonly clock: Clock;
};

/** What calls are made with. `maker` is named in the `TypeError` of options that are not what they should be. */
export const connect = (maker: string, options: StripeProcessorOptions): Connection => {
  checkStripeProcessorOptions(options, maker);
  const {
    secretKey,
    baseUrl = 'https://api.stripe.com',
    timeoutMs = 30_000,
    maxRetries = 2,
    retryDelayMs = 500,
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
  return {
    stripe: createStripeClient({ secretKey, baseUrl, timeoutMs }),
    attempt,
    caller: createCaller(attempt, formatOf(today), { maxRetries, retryDelayMs, timeoutMs }),
    today,
    formatOf: formatOf(today),
    clock,
  };
};
