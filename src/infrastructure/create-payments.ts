import { reportUnknownFields } from '../adapters/inbound/report-unknown-fields.js';
import { createMemoryEventStore } from '../adapters/outbound/memory/stores/memory-event-store.js';
import { systemClock } from '../adapters/outbound/system-time.js';
import { createWebhookVerifier } from '../adapters/outbound/webhook-signature.js';
import { bindKeyedUseCases, bindUseCases } from '../application/facade/bind.js';
import { createFacade, type Payments, type PaymentsParts } from '../application/facade/payments.js';
import { type SettleDoubt, settleDoubt } from '../application/facade/settle-doubt.js';
import { givenTelemetry } from '../application/given-telemetry.js';
import { purgeIdempotencyKeys } from '../application/idempotency/decide-claim.js';
import { silentLogger } from '../application/ports/logger.js';
import type { ProcessorExtras } from '../application/ports/payment-processor.js';
import { unknownFieldsCheck } from '../application/unknown-fields.js';
import type { Dependencies } from '../application/use-cases.js';
import { bindMethods } from './bind-methods.js';
import {
  createEventHandling,
  type EventHandling,
  type KeepEvent,
  usualPatienceMs,
} from './events/event-handling.js';
import { createDoubtSettling } from './idempotency/doubt-settling.js';
import { idempotencySettings } from './idempotency/idempotency-settings.js';
import { checkPaymentsOptions, type PaymentsOptions } from './payments-options.js';
import { createReadiness } from './readiness.js';

type WholePayments = Payments &
  EventHandling & {
    /** For the bindings of the HTTP interface. */
    readonly parts: PaymentsParts;
  };

/** What `createPayments` makes, and with it what the service needs to store the events of its own processor. */
export const wirePayments = (
  options: PaymentsOptions,
): {
  readonly payments: WholePayments;
  /** Stores an event without a check. */
  readonly keepOwnEvent: KeepEvent;
  /** Settles a key in doubt. */
  readonly settle: SettleDoubt;
} => {
  checkPaymentsOptions(options);
  const {
    processor,
    webhookSecrets = [],
    clock = systemClock,
    confirmationMethod = 'manual',
    currencies = ['eur'],
    returnUrlSchemes = [],
    livemode,
    eventsHandledElsewhere = false,
    logger = silentLogger,
    telemetry: reports,
    eventHandling = {},
    idempotency = {},
    unknownFields,
  } = options;
  const ownStore = createMemoryEventStore();
  const { eventStore = ownStore } = options;
  const telemetry = givenTelemetry(reports, (cause) =>
    logger.error('a function of the option telemetry threw an error', { cause }),
  );
  const keys = idempotencySettings(idempotency, { clock, logger, telemetry });
  const doubts = createDoubtSettling({ store: keys.store, clock, logger });
  const { whyIgnored, keepOwnEvent, ...handling } = createEventHandling({
    eventStore,
    clock,
    logger,
    telemetry,
    livemode,
    handledByAnotherProcess: eventsHandledElsewhere,
    settings: eventHandling,
    // The in-memory store deletes old keys itself.
    purges:
      idempotency.store === undefined
        ? []
        : [purgeIdempotencyKeys({ idempotencyStore: idempotency.store, clock })],
    onKept: doubts.noteEvent,
  });
  const deps: Dependencies = {
    ...bindMethods(processor),
    webhookVerifier: createWebhookVerifier({ secrets: webhookSecrets, clock }),
    eventStore,
    keys,
    whyIgnored,
    onKept: doubts.noteEvent,
    clock,
    telemetry,
    confirmationMethod,
    currencies: currencies.map((currency) => currency.toLowerCase()),
    returnUrlSchemes,
  };
  const { requestFormat, lookUps } = processor;
  const extras: ProcessorExtras = {
    ...(requestFormat === undefined ? {} : { requestFormat }),
    ...(lookUps === undefined ? {} : { lookUps: bindMethods(lookUps) }),
  };
  const keyedUseCases = bindKeyedUseCases(deps, extras, keys);
  const settle = settleDoubt(deps, extras.lookUps ?? {}, keys, telemetry);
  let settling: ReturnType<typeof doubts.start> | undefined;
  const facade = createFacade(
    bindUseCases(deps),
    keyedUseCases,
    unknownFieldsCheck(reportUnknownFields(logger), unknownFields),
  );
  return {
    payments: {
      ...facade,
      ...handling,
      start: () => {
        handling.start();
        settling ??= doubts.start(settle);
      },
      stop: async (patienceMs = usualPatienceMs) => {
        const ending = settling?.stop(patienceMs);
        settling = undefined;
        await Promise.all([handling.stop(patienceMs), ending]);
      },
      taskEither: { ...facade.taskEither, ...handling.taskEither },
      parts: {
        processor,
        ready: createReadiness(eventStore.ready).check,
        forgetEvents: ownStore.clear,
      },
    },
    keepOwnEvent,
    settle,
  };
};

/**
 * Creates the payment operations over a card processor, as promises and as `TaskEither`, and the handling of its events.
 * Throws a `TypeError` that names every wrong option.
 */
export const createPayments = (options: PaymentsOptions): WholePayments =>
  wirePayments(options).payments;
