import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ConfirmationMethod } from '../../application/ports/payment-processor.js';
import type { UnknownFieldsPolicy } from '../../application/unknown-fields.js';
import { collectProblems, type Decoded } from './decoders.js';
import { type Environment, isLiveKey } from './environment.js';
import {
  decodeEventForward,
  decodeEventHandling,
  decodeEventsHandledElsewhere,
  type EventForwardConfig,
  type EventHandlingConfig,
} from './events.js';
import { decodeProcessor, type ProcessorConfig } from './processor.js';
import { decodeStore, type StoreConfig } from './store.js';
import { decodeVariable, type LogLevel } from './variables.js';
import { warningsOf } from './warnings.js';

/** How requests with an `Idempotency-Key` are handled. */
export type IdempotencyConfig = {
  /** Longest time that a request waits for another one with its key, in milliseconds. */
  readonly waitMs: number;
  /** Seconds after which a request takes over from one whose instance crashed. */
  readonly leaseSeconds: number;
  /** Encrypt stored responses, the current one first; none: one is created and kept in the store. */
  readonly secrets: ReadonlyArray<string>;
  /** Goes into the keys that the processor receives. */
  readonly namespace: string | undefined;
};

/** How the service runs. */
export type Config = {
  /** In production, answers do not say where failures come from, and API keys are required. */
  readonly production: boolean;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly processor: ProcessorConfig;
  /** URL at which a browser reaches the service, for the pages of 3D Secure challenges; absent: its own address. */
  readonly publicUrl: string | undefined;
  readonly apiKeys: ReadonlyArray<string>;
  readonly webhookSecrets: ReadonlyArray<string>;
  readonly confirmationMethod: ConfirmationMethod;
  /** Currencies that payments may be in, lower case. */
  readonly currencies: ReadonlyArray<string>;
  /** Absent: unknown fields are refused where money moves, and ignored with a warning elsewhere. */
  readonly unknownFields: UnknownFieldsPolicy | undefined;
  readonly idempotency: IdempotencyConfig;
  /** Where events and idempotency keys are stored. */
  readonly store: StoreConfig;
  /** Whether live or test events are handled: those of the processor's key. */
  readonly livemode: boolean;
  readonly eventHandling: EventHandlingConfig;
  /** Where every event is forwarded to; absent: nowhere. */
  readonly eventForward: EventForwardConfig | undefined;
  /** Whether events wait for another process on the same store. */
  readonly eventsHandledElsewhere: boolean;
  readonly logLevel: LogLevel;
  /** Warnings for the person who starts the service, one sentence each. */
  readonly warnings: ReadonlyArray<string>;
};

/** The configuration of the environment, or every problem with it, one sentence each. */
export const decodeConfig = (env: Environment): Decoded<Config> => {
  const processor = decodeProcessor(env);
  const store = decodeStore(env, processor);
  return pipe(
    collectProblems({
      environment: decodeVariable(env, 'NODE_ENV'),
      host: decodeVariable(env, 'HOST'),
      port: decodeVariable(env, 'PORT'),
      processor,
      idempotency: collectProblems({
        waitMs: decodeVariable(env, 'IDEMPOTENCY_WAIT_MS'),
        leaseSeconds: decodeVariable(env, 'IDEMPOTENCY_LEASE_SECONDS'),
        secrets: decodeVariable(env, 'IDEMPOTENCY_SECRET'),
        namespace: decodeVariable(env, 'IDEMPOTENCY_NAMESPACE'),
      }),
      store,
      publicUrl: decodeVariable(env, 'PUBLIC_URL'),
      apiKeys: decodeVariable(env, 'API_KEYS'),
      webhookSecrets: decodeVariable(env, 'WEBHOOK_SECRET'),
      currencies: decodeVariable(env, 'CURRENCIES'),
      confirmationMethod: decodeVariable(env, 'CONFIRMATION_METHOD'),
      unknownFields: decodeVariable(env, 'UNKNOWN_FIELDS'),
      eventHandling: decodeEventHandling(env),
      eventForward: decodeEventForward(env),
      eventsHandledElsewhere: decodeEventsHandledElsewhere(env, store),
      logLevel: decodeVariable(env, 'LOG_LEVEL'),
    }),
    E.map(({ environment, ...decoded }) => ({
      ...decoded,
      production: environment === 'production',
      livemode: decoded.processor.kind === 'stripe' && isLiveKey(decoded.processor.secretKey),
      warnings: warningsOf(env, decoded),
    })),
  );
};
