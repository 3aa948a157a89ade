import * as E from 'fp-ts/lib/Either.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { optional, withDefault } from '../../../application/checked-input.js';
import {
  type BackfillProgress,
  backfillEvents,
  usualOverlapSeconds,
} from '../../../application/events/backfill-events.js';
import { keepEvent, takesAccounts, whyIgnored } from '../../../application/events/keep-event.js';
import type { EventSource } from '../../../application/ports/event-source.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { silentTelemetry } from '../../../application/ports/telemetry.js';
import { type Config, decodeConfig } from '../../config/config.js';
import type { Environment } from '../../config/environment.js';
import type { ProcessorConfig } from '../../config/processor.js';
import { collectProblems, readSetting } from '../../config/settings.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, describeCallFailure } from '../failures.js';
import { aDuration, aPastMoment, showMoment } from '../time-options.js';
import { withEventStore } from '../with-stores.js';

const secondsADay = 24 * 60 * 60;

/** The list of events of the processor. Throws a `CommandProblem` if it has none. */
export const eventSourceOf = async (processor: ProcessorConfig): Promise<EventSource> => {
  if (processor.kind === 'memory') {
    throw new CommandProblem(
      'only the service itself can read the events of its in-memory processor: set STRIPE_SECRET_KEY to fetch events from Stripe',
    );
  }
  if (processor.kind === 'module') {
    throw new CommandProblem(
      'the processor of a module lists no events: in your program, call backfillEvents with an event source of your own',
    );
  }
  const { createStripeEventSource } = await import(
    '../../../adapters/outbound/stripe/event-source.js'
  );
  const { kind: _, baseUrl, ...options } = processor;
  return createStripeEventSource({
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
};

/** Stores an event as the service with this configuration would. */
export const keepAsService = ({ livemode, webhookAccounts }: Config, eventStore: EventStore) =>
  keepEvent({
    eventStore,
    clock: systemClock,
    telemetry: silentTelemetry,
    whyIgnored: whyIgnored({
      livemode,
      takesAccount: takesAccounts(webhookAccounts),
      skipSuperseded: false,
      // The service or the program that takes the event from the store knows whether it has a handler.
      hasHandler: () => true,
    }),
  });

const decodeRange = (options: Environment, idDays: number) => {
  const now = systemClock();
  const { since, until, overlap } = decodedOrThrow(
    collectProblems({
      since: readSetting(options, '--since', withDefault(aPastMoment(now), now)),
      until: readSetting(options, '--until', optional(aPastMoment(now))),
      overlap: readSetting(options, '--overlap', withDefault(aDuration, usualOverlapSeconds)),
    }),
  );
  if (since >= (until ?? now)) {
    throw new CommandProblem(
      `--since must be before ${until === undefined ? 'now' : '--until'}; it is ${showMoment(since)}`,
    );
  }
  // The store may have handled an older event and deleted its id.
  const earliest = now - idDays * secondsADay;
  if (since < earliest) {
    throw new CommandProblem(
      `--since must not be more than EVENT_ID_DAYS (${idDays}) ago, or events would be handled twice; it is ${showMoment(since)}`,
    );
  }
  return {
    range: { createdFrom: since, ...(until === undefined ? {} : { createdTo: until }) },
    overlapSeconds: Math.min(overlap, since - earliest),
  };
};

const summary = ({ stored, known }: BackfillProgress): string => `stored ${stored}, known ${known}`;

const printProgress =
  ({ stderr }: CommandIo) =>
  (progress: BackfillProgress): void => {
    const { found, stored, known, keptUpTo } = progress;
    const line =
      stored + known === 0
        ? `found ${found}`
        : `${summary(progress)}, up to ${showMoment(keptUpTo)}`;
    stderr.write(`${line}\n`);
  };

const refuseUnreadable = ({ unreadable }: BackfillProgress): void => {
  if (unreadable.length === 0) return;
  const each = unreadable.map(({ id, problem }) => `${id} is ${problem}`).join(', ');
  throw new CommandProblem(
    `could not store ${unreadable.length} of the processor's events: ${each}`,
  );
};

/**
 * `pasarela events backfill`: fetches missed events from the processor and stores them. If it fails, throws a `CommandProblem`
 * with the progress, or with the events that could not be stored.
 */
export const backfillCommand = async (io: CommandIo, options: Environment): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(io.env));
  const { processor } = config;
  const { range, overlapSeconds } = decodeRange(options, config.eventHandling.idDays);
  const eventSource = await eventSourceOf(processor);
  await withEventStore(config, async (eventStore) => {
    io.stderr.write(
      `starts at ${showMoment(range.createdFrom - overlapSeconds)}. Stripe may list an event late, so an event may still be missing afterwards\n`,
    );
    const outcome = await backfillEvents({
      eventSource,
      keepEvent: keepAsService(config, eventStore),
      onProgress: printProgress(io),
      overlapSeconds,
    })(range)();
    if (E.isLeft(outcome)) {
      const { error, progress } = outcome.left;
      throw new CommandProblem(
        `the backfill is incomplete (${summary(progress)}): ${describeCallFailure(error)}; continue with --since ${showMoment(progress.keptUpTo)}`,
      );
    }
    io.stdout.write(`${summary(outcome.right)}\n`);
    refuseUnreadable(outcome.right);
  });
};
