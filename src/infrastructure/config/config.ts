import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseApiKeys } from '../../adapters/inbound/http/api-keys.js';
import type { ConfirmationMethod } from '../../application/ports/payment-processor.js';
import type { UnknownFieldsPolicy } from '../../application/unknown-fields.js';
import { unitsOfCurrency } from '../../domain/currency.js';
import { redact } from '../../domain/redact.js';
import {
  collectProblems,
  type Decoded,
  decodeOneOf,
  decodeUrl,
  decodeWholeNumber,
  problem,
  wrongValue,
} from './decoders.js';
import {
  type Environment,
  isLiveKey,
  isProduction,
  readList,
  readVariable,
} from './environment.js';
import {
  decodeEventForward,
  decodeEventHandling,
  decodeHandledByAnotherProcess,
  type EventForwardConfig,
  type EventHandlingConfig,
} from './events.js';
import { decodeIdempotency, type IdempotencyConfig } from './idempotency.js';
import { decodeProcessor, type ProcessorConfig } from './processor.js';
import { decodeStore, type StoreConfig } from './store.js';
import { warningsOf } from './warnings.js';

/**
 * The bearer keys that may call, as `API_KEYS` has them: each alone or with the name of its client (decision A1a); obligatory
 * in production (decision A1). No problem repeats one.
 */
const decodeApiKeys = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const entries = readList(env, 'API_KEYS');
  if (entries.length === 0 && readVariable(env, 'API_KEYS') !== undefined) {
    return problem('API_KEYS is set but holds no key: unset it, or give keys, comma separated');
  }
  if (entries.length === 0 && isProduction(env)) {
    return problem('API_KEYS must hold at least one key in production (comma separated)');
  }
  return pipe(
    parseApiKeys(entries),
    E.bimap(
      (problems) => problems.map((text) => `API_KEYS: ${text}`),
      () => entries,
    ),
  );
};

/** The currencies that payments may be in, lower case: `CURRENCIES`, else euros alone. */
const decodeCurrencies = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const value = readVariable(env, 'CURRENCIES');
  if (value === undefined) return E.right(['eur']);
  const codes = readList(env, 'CURRENCIES').map((word) => word.toLowerCase());
  const unknown = codes.filter((code) => unitsOfCurrency(code) === undefined);
  if (codes.length > 0 && unknown.length === 0) return E.right([...new Set(codes)]);
  const wanted = 'three-letter codes of currencies that Stripe takes, comma separated';
  return codes.length === unknown.length
    ? wrongValue('CURRENCIES', wanted, value)
    : problem(`CURRENCIES must be ${wanted}; wrong: "${redact(unknown.join(','))}"`);
};

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
  readVariable(env, 'UNKNOWN_FIELDS') === undefined
    ? E.right(undefined)
    : decodeOneOf(env, 'UNKNOWN_FIELDS', ['refuse', 'ignore'], 'refuse');

/** The configuration from the environment; or every problem in it, a sentence each. */
export const decodeConfig = (env: Environment): Decoded<Config> => {
  const processor = decodeProcessor(env);
  const store = decodeStore(env, processor);
  return pipe(
    collectProblems({
      port: decodeWholeNumber(env, 'PORT', { from: 0, to: 65_535, fallback: 3000 }),
      processor,
      idempotency: decodeIdempotency(env),
      store,
      publicUrl: decodeUrl(env, 'PUBLIC_URL'),
      apiKeys: decodeApiKeys(env),
      currencies: decodeCurrencies(env),
      confirmationMethod: decodeOneOf(
        env,
        'CONFIRMATION_METHOD',
        ['manual', 'automatic'],
        'manual',
      ),
      unknownFields: decodeUnknownFields(env),
      eventHandling: decodeEventHandling(env),
      eventForward: decodeEventForward(env),
      eventsHandledElsewhere: decodeHandledByAnotherProcess(env, store),
      logLevel: decodeOneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    }),
    E.map((decoded) => ({
      ...decoded,
      production: isProduction(env),
      host: readVariable(env, 'HOST') ?? '127.0.0.1',
      webhookSecrets: readList(env, 'WEBHOOK_SECRET'),
      livemode: decoded.processor.kind === 'stripe' && isLiveKey(decoded.processor.secretKey),
    })),
    E.map((decoded) => ({ ...decoded, warnings: warningsOf(env, decoded) })),
  );
};
