import * as E from 'fp-ts/lib/Either.js';
import { createEventForwarder } from '../../adapters/outbound/event-forwarder.js';
import type { Clock } from '../../application/ports/clock.js';
import type { EventStore } from '../../application/ports/event-store.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Telemetry } from '../../application/ports/telemetry.js';
import type { WebhookReceiver } from '../../application/ports/webhook-receiver.js';
import type { UseCaseTable } from '../../application/use-cases.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { MemoryControls } from '../../simulator/index.js';
import type { Config, IdempotencyConfig } from '../config/config.js';
import { type WholePayments, webhooksOf, wirePayments } from '../create-payments.js';
import type { KeepEvent } from '../events/event-handling.js';
import type { ServiceProcessor } from '../load-processor.js';
import { type PaymentsOptions, unusedWebhookSecrets } from '../payments-options.js';
import { SetUpProblem } from '../set-up-problem.js';
import type { Spans } from '../spans.js';
import type { Stores } from '../stores.js';

/** Stores the events of the in-memory processor. A real processor sends them by webhook. */
const feedEventStore = ({
  controls,
  keepOwnEvent,
  logger,
}: {
  readonly controls: Pick<MemoryControls, 'onEvent'>;
  readonly keepOwnEvent: KeepEvent;
  readonly logger: Logger;
}): void => {
  const keepOrReport = async (event: ProcessorEvent): Promise<void> => {
    const outcome = await keepOwnEvent(event)();
    if (E.isLeft(outcome)) {
      logger.error('could not store an event of the in-memory processor', {
        type: event.type,
        cause: outcome.left.cause,
      });
    }
  };
  controls.onEvent(keepOrReport);
};

const idempotencyOptions = ({
  secrets,
  namespace,
  waitMs,
  leaseSeconds,
  retentionDays,
}: IdempotencyConfig): Pick<PaymentsOptions, 'idempotency' | 'idempotencySecret'> => ({
  ...(secrets.length === 0 ? {} : { idempotencySecret: secrets }),
  idempotency: {
    secretInStore: secrets.length === 0,
    waitMs,
    leaseSeconds,
    retentionDays,
    ...(namespace === undefined ? {} : { namespace }),
  },
});

// In the configuration, 0 means without one.
const ceilingOf = (most: number): number | undefined => (most === 0 ? undefined : most);

/** Receives the webhooks of the processor. Throws a `SetUpProblem` for secrets that the processor's own receiver does not use. */
export const serviceWebhooks = (
  { webhookSecrets }: Config,
  clock: Clock,
  processor: ServiceProcessor,
): WebhookReceiver => {
  if (processor.webhooks !== undefined && webhookSecrets.length > 0) {
    throw new SetUpProblem(unusedWebhookSecrets('WEBHOOK_SECRET'));
  }
  return webhooksOf({ processor, webhookSecrets, clock });
};

/** The payments of the service. They keep the events of the in-memory processor, and forward all where that is configured. */
export const servicePayments =
  (spans: Spans | undefined) =>
  (
    webhooks: WebhookReceiver,
    useCases: UseCaseTable,
    config: Config,
    processor: ServiceProcessor,
    eventStore: EventStore,
    idempotencyStore: IdempotencyStore,
    { refundSums }: Pick<Stores, 'refundSums'>,
    clock: Clock,
    logger: Logger,
    telemetry: Telemetry,
  ): WholePayments => {
    const { confirmationMethod, currencies, livemode, eventHandling } = config;
    const { eventsHandledElsewhere, eventForward, unknownFields, returnUrlSchemes } = config;
    const { webhookAccounts, cardNumbersInText } = config;
    const { payments, keepOwnEvent, followOutcomes } = wirePayments(
      {
        processor,
        stores: { eventStore, idempotencyStore, refundSums },
        ...idempotencyOptions(config.idempotency),
        clock,
        logger,
        telemetry,
        confirmationMethod,
        currencies,
        returnUrlSchemes,
        unknownFields,
        cardNumbersInText,
        ...(livemode === undefined ? {} : { livemode }),
        webhookAccounts,
        skipSuperseded: eventForward?.skipSuperseded ?? false,
        eventsHandledElsewhere,
        eventHandling,
        ceilings: {
          largestPayment: ceilingOf(config.ceilings.payment),
          largestRefundsPerDay: ceilingOf(config.ceilings.refundsPerDay),
        },
      },
      { webhooks, useCases },
    );
    if (processor.controls !== undefined) {
      feedEventStore({ controls: processor.controls, keepOwnEvent, logger });
    }
    if (eventForward !== undefined) {
      const traceHeaders = spans?.headers;
      const forward = createEventForwarder({ ...eventForward, clock, traceHeaders });
      const traced: typeof forward = (event, context) =>
        spans === undefined
          ? forward(event, context)
          : spans.aroundEvent(event.type, () => forward(event, context));
      payments.on('*', traced, { name: 'forwarder' });
      if (eventForward.outcomes) followOutcomes();
    }
    return payments;
  };
