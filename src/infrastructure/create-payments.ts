import { randomUUID } from 'node:crypto';
import * as T from 'fp-ts/lib/Task.js';
import { reportCardNumbers } from '../adapters/inbound/report-card-numbers.js';
import { reportUnknownFields } from '../adapters/inbound/report-unknown-fields.js';
import { createMemoryEventStore } from '../adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createMemoryRefundSums } from '../adapters/outbound/memory/stores/memory-refund-sums.js';
import { systemClock } from '../adapters/outbound/system-time.js';
import { createStripeWebhooks } from '../adapters/outbound/webhook-signature.js';
import { bindMethods } from '../application/bind-methods.js';
import { cardNumbersInTextCheck } from '../application/card-numbers-in-text.js';
import { ceilingsFor, isCountedAlone, purgeRefundSums } from '../application/ceilings.js';
import { completeProcessor } from '../application/complete-processor.js';
import { checkedWebhooks } from '../application/events/checked-webhooks.js';
import { outcomeAfter, refreshedOutcome } from '../application/events/payment-outcomes.js';
import { bindKeyedUseCases, bindUseCases } from '../application/facade/bind.js';
import {
  createFacade,
  type Payments,
  paymentsParts,
  type ServedPayments,
  type ServedUseCases,
} from '../application/facade/payments.js';
import {
  type LookUpDoubt,
  lookUpDoubt,
  type SettleDoubt,
  settleDoubt,
} from '../application/facade/settle-doubt.js';
import { givenTelemetry } from '../application/given-telemetry.js';
import { purgeIdempotencyKeys } from '../application/idempotency/decide-claim.js';
import type { IdempotencyStore } from '../application/ports/idempotency-store.js';
import { silentLogger } from '../application/ports/logger.js';
import type { ProcessorExtras } from '../application/ports/payment-processor.js';
import type {
  FeaturesOf,
  GivenProcessor,
} from '../application/ports/processor-functions-by-feature.js';
import type { WebhookReceiver } from '../application/ports/webhook-receiver.js';
import { unknownFieldsCheck } from '../application/unknown-fields.js';
import { type Dependencies, ownUseCases, type UseCaseTable } from '../application/use-cases.js';
import type { ProcessorFeatures } from '../domain/processor-feature.js';
import {
  createEventHandling,
  type EventHandling,
  type KeepEvent,
  usualPatienceMs,
} from './events/event-handling.js';
import { createDoubtSettling } from './idempotency/doubt-settling.js';
import { idempotencySettings, reportKeyEnd } from './idempotency/idempotency-settings.js';
import { createLateEnds } from './idempotency/late-ends.js';
import { createOwnedStore } from './idempotency/owned-store.js';
import { checkPaymentsOptions, type PaymentsOptions } from './payments-options.js';
import { createReadiness } from './readiness.js';
import { warnOfMemory } from './warn-of-memory.js';

/** The result of `createPayments()`: the operations, the handling of events, and what the HTTP interface serves. */
export type WholePayments<F extends ProcessorFeatures = ProcessorFeatures> = Payments<F> &
  EventHandling &
  ServedPayments;

const storeOf = ({ stores }: PaymentsOptions): IdempotencyStore | undefined =>
  stores?.idempotencyStore;

/** The store of the options, which belongs to the account of the processor from its first key on. */
const ownedStoreOf = (options: PaymentsOptions): IdempotencyStore | undefined => {
  const { processor, idempotency = {}, clock = systemClock, logger = silentLogger } = options;
  const store = storeOf(options);
  const { retrieveAccount } = processor;
  return store === undefined || retrieveAccount === undefined
    ? store
    : createOwnedStore({
        store,
        retrieveAccount: () => retrieveAccount.call(processor),
        accepted: idempotency.acceptStoreOf,
        clock,
        logger,
        words: { store: 'the idempotency store', accept: 'idempotency.acceptStoreOf to ' },
      }).store;
};

/** The parts that a program which wires payments may replace. */
type ReplaceableParts = {
  readonly storeFor: (options: PaymentsOptions) => IdempotencyStore | undefined;
  readonly webhooks: WebhookReceiver;
  readonly useCases: UseCaseTable;
};

/** The receiver of the options or of the processor, else Stripe's. */
export const webhooksOf = ({
  processor,
  webhooks = processor.webhooks,
  webhookSecrets: secrets = [],
  clock = systemClock,
}: Pick<
  PaymentsOptions,
  'processor' | 'webhooks' | 'webhookSecrets' | 'clock'
>): WebhookReceiver =>
  webhooks === undefined ? createStripeWebhooks({ secrets, clock }) : checkedWebhooks(webhooks);

/** The result of `createPayments`, and the functions that the service needs to store the events of its own processor. */
export const wirePayments = <F extends ProcessorFeatures>(
  options: PaymentsOptions,
  parts: Partial<ReplaceableParts> = {},
): {
  readonly payments: WholePayments<F>;
  /** Stores an event without a check. */
  readonly keepOwnEvent: KeepEvent;
  /** Decides payments even if no handler of `paid` or `payment_lost` is there. */
  readonly followOutcomes: () => void;
  /** Settles a key in doubt. */
  readonly settle: SettleDoubt;
  /** Looks up a key in doubt, and leaves it in doubt. */
  readonly lookUp: LookUpDoubt;
} => {
  checkPaymentsOptions(options);
  const {
    processor: given,
    clock = systemClock,
    confirmationMethod = 'manual',
    currencies = ['eur'],
    returnUrlSchemes = [],
    livemode,
    webhookAccounts,
    skipSuperseded,
    eventsHandledElsewhere = false,
    logger = silentLogger,
    telemetry: reports,
    eventHandling = {},
    stores = {},
    idempotencySecret,
    idempotency = {},
    unknownFields,
    cardNumbersInText,
    ceilings = {},
  } = options;
  const {
    storeFor = storeOf,
    webhooks = webhooksOf(options),
    useCases: table = ownUseCases,
  } = parts;
  const givenStore = storeFor(options);
  const processor = completeProcessor(given);
  const { features, requestFormat, lookUps } = given;
  const ownStore = createMemoryEventStore();
  const { eventStore = ownStore, refundSums = createMemoryRefundSums() } = stores;
  const telemetry = givenTelemetry(reports, (cause) =>
    logger.error('a function of the option telemetry threw an error', { cause }),
  );
  const lateEnds = createLateEnds({ report: reportKeyEnd({ logger, telemetry }), logger });
  const keys = idempotencySettings(
    givenStore ?? createMemoryIdempotencyStore(),
    idempotencySecret,
    idempotency,
    { clock, logger, telemetry, report: lateEnds.report, releaseLater: lateEnds.releaseLater },
  );
  const doubts = createDoubtSettling({ store: keys.store, clock, logger });
  const outcomeParts = {
    ...bindMethods(processor),
    ...(given.features === undefined ? {} : { features: given.features }),
    eventStore,
    clock,
  };
  const { whyIgnored, keepOwnEvent, followOutcomes, ...handling } = createEventHandling({
    outcomes: {
      after: outcomeAfter(outcomeParts),
      refreshed: refreshedOutcome(outcomeParts),
    },
    eventStore,
    clock,
    logger,
    telemetry,
    livemode,
    ...(webhookAccounts === undefined ? {} : { webhookAccounts }),
    ...(skipSuperseded === undefined ? {} : { skipSuperseded }),
    apiVersion: given.apiVersion,
    handledByAnotherProcess: eventsHandledElsewhere,
    settings: eventHandling,
    // The in-memory store deletes old keys itself.
    purges: [
      ...(givenStore === undefined
        ? []
        : [purgeIdempotencyKeys({ idempotencyStore: givenStore, clock })]),
      purgeRefundSums({ refundSums, clock }),
    ],
    onKept: doubts.noteEvent,
  });
  const deps: Dependencies = {
    ...bindMethods(processor),
    webhooks: {
      receive: ({ headers, body }) =>
        webhooks.receive({ headers, body: typeof body === 'string' ? Buffer.from(body) : body }),
    },
    eventStore,
    keys,
    whyIgnored,
    onKept: doubts.noteEvent,
    clock,
    telemetry,
    confirmationMethod,
    ...(features === undefined ? {} : { features }),
    currencies: currencies.map((currency) => currency.toLowerCase()),
    returnUrlSchemes,
    ceilings: { client: '', ...ceilings },
    refundSums,
    attempt: { id: randomUUID, inDoubt: false, holdsKey: T.of(true) },
  };
  const extras: ProcessorExtras = {
    ...(requestFormat === undefined ? {} : { requestFormat }),
    ...(lookUps === undefined ? {} : { lookUps: bindMethods(lookUps) }),
  };
  const served = (bound: Dependencies): ServedUseCases => ({
    useCases: bindUseCases(bound, table),
    keyedUseCases: bindKeyedUseCases(bound, extras, keys, table),
  });
  const { useCases, keyedUseCases } = served(deps);
  const lookUp = lookUpDoubt(deps, extras.lookUps ?? {}, keys, table);
  const settle = settleDoubt(deps, extras.lookUps ?? {}, keys, telemetry, table);
  let settling: ReturnType<typeof doubts.start> | undefined;
  const facade = createFacade<F>(
    useCases,
    keyedUseCases,
    unknownFieldsCheck(reportUnknownFields(logger), unknownFields),
    cardNumbersInTextCheck(reportCardNumbers(logger), cardNumbersInText),
    features,
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
        await Promise.all([handling.stop(patienceMs), lateEnds.stop(patienceMs), ending]);
      },
      taskEither: { ...facade.taskEither, ...handling.taskEither },
      [paymentsParts]: {
        useCases,
        keyedUseCases,
        processor,
        features,
        limitedTo: (own) =>
          isCountedAlone(ceilings, own)
            ? served({ ...deps, ceilings: ceilingsFor(ceilings, own) })
            : undefined,
        ready: createReadiness(eventStore.ready).check,
        forgetEvents: ownStore.clear,
      },
    },
    keepOwnEvent,
    followOutcomes,
    settle,
    lookUp,
  };
};

/**
 * Creates the payment operations over a card processor, as promises and as `TaskEither`, and the handling of its events.
 * Throws a `TypeError` that names every wrong option. Warns when a processor that moves real money meets stores in memory.
 */
export const createPayments = <P extends GivenProcessor>(
  options: PaymentsOptions & { readonly processor: P },
): WholePayments<FeaturesOf<P>> => {
  const { payments } = wirePayments<FeaturesOf<P>>(options, { storeFor: ownedStoreOf });
  warnOfMemory(options);
  return payments;
};
