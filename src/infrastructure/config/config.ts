import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isLiveKey } from '../../domain/text/live-key.js';
import type { Environment } from './environment.js';
import { decodeEventForward, decodeEventHandling, decodeEventsHandledElsewhere } from './events.js';
import { decodeMetrics } from './metrics.js';
import { nearMisses } from './near-misses.js';
import { decodeProcessor } from './processor.js';
import { collectProblems } from './settings.js';
import { decodeStore } from './store.js';
import { decodeVariable } from './variables.js';
import { warningsOf } from './warnings.js';

/** The configuration of the environment, or every problem with it, one sentence each. `portName`: how problems name `PORT`. */
export const decodeConfig = (env: Environment, portName = 'PORT') => {
  const processor = decodeProcessor(env);
  const store = decodeStore(env, processor);
  return pipe(
    collectProblems({
      environment: decodeVariable(env, 'NODE_ENV'),
      host: decodeVariable(env, 'HOST'),
      port: decodeVariable(env, 'PORT', portName),
      processor,
      idempotency: collectProblems({
        waitMs: decodeVariable(env, 'IDEMPOTENCY_WAIT_MS'),
        leaseSeconds: decodeVariable(env, 'IDEMPOTENCY_LEASE_SECONDS'),
        retentionDays: decodeVariable(env, 'IDEMPOTENCY_RETENTION_DAYS'),
        secrets: decodeVariable(env, 'IDEMPOTENCY_SECRET'),
        namespace: decodeVariable(env, 'IDEMPOTENCY_NAMESPACE'),
      }),
      store,
      acceptStoreOf: decodeVariable(env, 'ACCEPT_STORE_OF'),
      requestTimeoutMs: decodeVariable(env, 'REQUEST_TIMEOUT_MS'),
      shutdown: collectProblems({
        timeoutMs: decodeVariable(env, 'SHUTDOWN_TIMEOUT_MS'),
        delayMs: decodeVariable(env, 'SHUTDOWN_DELAY_MS'),
      }),
      maxConnections: decodeVariable(env, 'MAX_CONNECTIONS'),
      publicUrl: decodeVariable(env, 'PUBLIC_URL'),
      apiKeys: decodeVariable(env, 'API_KEYS'),
      apiKeysFile: decodeVariable(env, 'API_KEYS_FILE'),
      openApiAllowed: decodeVariable(env, 'ALLOW_OPEN_API_WITH_LIVE_KEY'),
      retiredClients: decodeVariable(env, 'RETIRED_CLIENTS'),
      auditTarget: decodeVariable(env, 'AUDIT_LOG'),
      limits: collectProblems({
        perMinute: decodeVariable(env, 'RATE_LIMIT_PER_MINUTE'),
        failedPerMinute: decodeVariable(env, 'FAILED_AUTHENTICATIONS_PER_MINUTE'),
        trustedProxies: decodeVariable(env, 'TRUSTED_PROXIES'),
        inProgress: decodeVariable(env, 'MAX_REQUESTS_IN_PROGRESS'),
        inProgressPerClient: decodeVariable(env, 'MAX_REQUESTS_IN_PROGRESS_PER_CLIENT'),
      }),
      ceilings: collectProblems({
        payment: decodeVariable(env, 'MAX_PAYMENT_MINOR'),
        refundsPerDay: decodeVariable(env, 'MAX_REFUNDS_PER_DAY_MINOR'),
      }),
      reference: decodeVariable(env, 'DOC'),
      webhookSecrets: decodeVariable(env, 'WEBHOOK_SECRET'),
      webhookAccounts: decodeVariable(env, 'WEBHOOK_ACCOUNTS'),
      currencies: decodeVariable(env, 'CURRENCIES'),
      confirmationMethod: decodeVariable(env, 'CONFIRMATION_METHOD'),
      returnUrlSchemes: decodeVariable(env, 'RETURN_URL_SCHEMES'),
      acceptCardNumbers: decodeVariable(env, 'ACCEPT_CARD_NUMBERS'),
      cardNumbersInText: decodeVariable(env, 'CARD_NUMBERS_IN_TEXT'),
      unknownFields: decodeVariable(env, 'UNKNOWN_FIELDS'),
      requireIdempotencyKey: decodeVariable(env, 'REQUIRE_IDEMPOTENCY_KEY'),
      locale: decodeVariable(env, 'LOCALE'),
      eventHandling: decodeEventHandling(env),
      eventForward: decodeEventForward(env),
      eventsHandledElsewhere: decodeEventsHandledElsewhere(env, store),
      logLevel: decodeVariable(env, 'LOG_LEVEL'),
      logProbes: decodeVariable(env, 'LOG_PROBES'),
      logFormat: decodeVariable(env, 'LOG_FORMAT'),
      metrics: decodeMetrics(env),
      reconcile: collectProblems({
        minutes: decodeVariable(env, 'RECONCILE_MINUTES'),
        days: decodeVariable(env, 'RECONCILE_DAYS'),
        orders: decodeVariable(env, 'RECONCILE_ORDERS'),
      }),
    }),
    E.mapLeft((problems): ReadonlyArray<string> => [...problems, ...nearMisses(env)]),
    E.map(({ environment, acceptCardNumbers, ...decoded }) => {
      const { processor: chosen } = decoded;
      const livemode = chosen.kind === 'stripe' && isLiveKey(chosen.secretKey);
      const isProduction = environment === 'production';
      return {
        ...decoded,
        /** In production, failures have no `stack`, and API keys are required. */
        production: isProduction,
        /** Whether live or test events are handled: those of the processor's key. `undefined`: a module has both. */
        livemode: chosen.kind === 'module' ? undefined : livemode,
        /** Whether card numbers can be tokenized (decision A11). */
        acceptCardNumbers:
          acceptCardNumbers ?? !(chosen.kind === 'module' ? isProduction : livemode),
        /** For the person who starts the service, one sentence each. */
        warnings: warningsOf(env, decoded),
      };
    }),
  );
};

type DecodedConfig = Extract<ReturnType<typeof decodeConfig>, { readonly _tag: 'Right' }>['right'];

/** How the service runs. `variables.ts` describes each value. */
export type Config = Readonly<DecodedConfig>;

/** How requests with an `Idempotency-Key` are handled. */
export type IdempotencyConfig = Config['idempotency'];
