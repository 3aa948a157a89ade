import { checkedOptions } from '../../../application/checked-input.js';
import { givenTelemetry } from '../../../application/given-telemetry.js';
import type { CallOptions } from '../../../application/ports/payment-processor.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { systemClock } from '../system-time.js';
import { defaultApiVersion } from './api-version.js';
import { createAttempt } from './attempt.js';
import { createCaller, type StripeCaller } from './caller.js';
import { createStripeClient, type StripeClient } from './client.js';
import { createHttpClient } from './http-client.js';
import { createLookUpReads } from './look-up-reads.js';
import { StripeProcessorOptions } from './options.js';
import { protectClient } from './protected-client.js';
import { protectionBounds } from './protection.js';
import { reportCalls } from './reported-calls.js';
import { formatOf, type RequestFormat, typesParamOf } from './request-format.js';
import { defaultCallPolicy, lookUpTimeoutMs, type RetryPolicy } from './retry-policy.js';
import { createTransportClient } from './transport.js';

type StripeConnection = {
  readonly caller: StripeCaller;
  /** The format of new requests. */
  readonly currentFormat: RequestFormat;
  readonly formatOf: (options: CallOptions | undefined) => RequestFormat;
  /** Reads for one look-up outside a call, whose time begins now. */
  readonly reads: () => OutcomeReads;
} & Pick<StripeClient, 'close'>;

/** Applies the options' defaults, and builds the parts that make calls. The `TypeError` for invalid options names `maker`. */
export const connectToStripe = (
  maker: string,
  options: StripeProcessorOptions,
): StripeConnection => {
  const {
    secretKey,
    baseUrl = 'https://api.stripe.com',
    transport,
    timeoutMs = defaultCallPolicy.timeoutMs,
    totalTimeoutMs = defaultCallPolicy.totalTimeoutMs,
    maxRetries = defaultCallPolicy.maxRetries,
    retryDelayMs = defaultCallPolicy.retryDelayMs,
    clock = systemClock,
    cards = 'sources',
    apiVersion = defaultApiVersion,
    maxCalls = protectionBounds.maxCalls.fallback,
    maxWaitingCalls = protectionBounds.maxWaitingCalls.fallback,
    breakerFailures = protectionBounds.breakerFailures.fallback,
    breakerFailuresInRow = protectionBounds.breakerFailuresInRow.fallback,
    breakerPauseMs = protectionBounds.breakerPauseMs.fallback,
    telemetry: reports,
    tracing = {},
  } = checkedOptions(maker, StripeProcessorOptions, options);
  const currentFormat = {
    apiVersion,
    types: typesParamOf(apiVersion),
    cards,
    metadata: 'pasarela_key',
  } as const;
  const telemetry = givenTelemetry(reports);
  const client = protectClient(
    createStripeClient({
      secretKey,
      timeoutMs,
      http:
        transport === undefined
          ? createHttpClient(baseUrl, timeoutMs)
          : createTransportClient(baseUrl, transport),
      traceHeaders: tracing.headers,
    }),
    { maxCalls, maxWaitingCalls, breakerFailures, breakerFailuresInRow, breakerPauseMs },
    telemetry.breakerChanged,
  );
  const attempt = createAttempt(client, secretKey, currentFormat);
  const policy = { maxRetries, retryDelayMs, timeoutMs, totalTimeoutMs };
  const readsWith = (retries: RetryPolicy) => () =>
    createLookUpReads(attempt, clock, { totalTimeoutMs: lookUpTimeoutMs(policy), retries });
  // A call repeats its look-up as a whole.
  const callReads = readsWith({ ...policy, maxRetries: 0 });
  const caller = createCaller(attempt, {
    formatOf: formatOf(currentFormat),
    policy,
    reads: callReads,
    clock,
  });
  return {
    caller:
      reports?.processorCallEnded === undefined && tracing.aroundProcessorCall === undefined
        ? caller
        : reportCalls(caller, telemetry.processorCallEnded, tracing.aroundProcessorCall),
    currentFormat,
    formatOf: formatOf(currentFormat),
    reads: readsWith(policy),
    close: client.close,
  };
};
