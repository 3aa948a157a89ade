import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ConfirmationMethod } from '../application/ports/payment-processor.js';
import type { UnknownFieldsPolicy } from '../application/unknown-fields.js';
import { decodeApiKeys } from './config/decode-api-keys.js';
import { decodeCurrencies } from './config/decode-currencies.js';
import { decodeEventForward } from './config/decode-event-forward.js';
import { decodeEventHandling } from './config/decode-event-handling.js';
import { decodeEventsHandledElsewhere } from './config/decode-events-handled-elsewhere.js';
import { decodeIdempotency } from './config/decode-idempotency.js';
import { decodeProcessor } from './config/decode-processor.js';
import { decodeStore } from './config/decode-store.js';
import { decodeUrl } from './config/decode-url.js';
import { decodeWholeNumber } from './config/decode-whole-number.js';
import { decodeWord } from './config/decode-word.js';
import type { Decoded } from './config/decoded.js';
import type { Environment } from './config/environment.js';
import type { EventForwardConfig } from './config/event-forward-config.js';
import type { EventHandlingConfig } from './config/event-handling-config.js';
import { every } from './config/every.js';
import { given } from './config/given.js';
import type { IdempotencyConfig } from './config/idempotency-config.js';
import { isLiveKey } from './config/is-live-key.js';
import { isProduction } from './config/is-production.js';
import type { ProcessorConfig } from './config/processor-config.js';
import type { StoreConfig } from './config/store-config.js';
import { warningsOf } from './config/warnings-of.js';
import { words } from './config/words.js';

/** How the service runs. */
export type Config = {
  /** In production failure bodies say nothing of where they come from, and keys are obligatory. */
  readonly production: boolean;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly processor: ProcessorConfig;
  /** Where a browser reaches this service, for the pages of 3D Secure challenges; absent: its own address. */
  readonly publicUrl: string | undefined;
  readonly apiKeys: ReadonlyArray<string>;
  readonly webhookSecrets: ReadonlyArray<string>;
  readonly confirmationMethod: ConfirmationMethod;
  /** Those that payments may be in, lower case. */
  readonly currencies: ReadonlyArray<string>;
  /** What becomes of fields that an operation does not know; absent: they are refused where money moves. */
  readonly unknownFields: UnknownFieldsPolicy | undefined;
  readonly idempotency: IdempotencyConfig;
  /** Where events and idempotency keys are kept. */
  readonly store: StoreConfig;
  /** Whether live events are handled, or test ones: those of the processor's key. */
  readonly livemode: boolean;
  readonly eventHandling: EventHandlingConfig;
  /** Where every event is sent on to; absent: nowhere. */
  readonly eventForward: EventForwardConfig | undefined;
  /** Whether events wait for another process on the same store. */
  readonly eventsHandledElsewhere: boolean;
  readonly logLevel: LogLevel;
  /** What whoever starts the service should know, a sentence each. */
  readonly warnings: ReadonlyArray<string>;
};

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
/** From which severity on lines are logged. */
export type LogLevel = (typeof logLevels)[number];

const decodeUnknownFields = (env: Environment): Decoded<UnknownFieldsPolicy | undefined> =>
  given(env, 'UNKNOWN_FIELDS') === undefined
    ? E.right(undefined)
    : decodeWord(env, 'UNKNOWN_FIELDS', ['refuse', 'ignore'], 'refuse');

/** The configuration from the environment; or every problem in it, a sentence each. */
export const decodeConfig = (env: Environment): Decoded<Config> => {
  const processor = decodeProcessor(env);
  const store = decodeStore(env, processor);
  return pipe(
    every({
      port: decodeWholeNumber(env, 'PORT', { from: 0, to: 65_535, fallback: 3000 }),
      processor,
      idempotency: decodeIdempotency(env),
      store,
      publicUrl: decodeUrl(env, 'PUBLIC_URL'),
      apiKeys: decodeApiKeys(env),
      currencies: decodeCurrencies(env),
      confirmationMethod: decodeWord(env, 'CONFIRMATION_METHOD', ['manual', 'automatic'], 'manual'),
      unknownFields: decodeUnknownFields(env),
      eventHandling: decodeEventHandling(env),
      eventForward: decodeEventForward(env),
      eventsHandledElsewhere: decodeEventsHandledElsewhere(env, store),
      logLevel: decodeWord(env, 'LOG_LEVEL', logLevels, 'info'),
    }),
    E.map((decoded) => ({
      ...decoded,
      production: isProduction(env),
      host: given(env, 'HOST') ?? '127.0.0.1',
      webhookSecrets: words(env, 'WEBHOOK_SECRET'),
      livemode: decoded.processor.kind === 'stripe' && isLiveKey(decoded.processor.secretKey),
    })),
    E.map((decoded) => ({ ...decoded, warnings: warningsOf(env, decoded) })),
  );
};
