import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describeReceivedEventProblem } from '../../domain/english-texts.js';
import {
  createdOf,
  type ListedEvent,
  type ProcessorEvent,
} from '../../domain/events/processor-event.js';
import { decodeReceivedEvent } from '../../domain/events/received-event.js';
import type { ProcessorError, StoreUnavailable } from '../../domain/payment-error.js';
import {
  aFunction,
  aWholeNumber,
  checkedOptions,
  hasFunctions,
  optional,
  options as optionsOf,
} from '../checked-input.js';
import type { EventRange, EventSource } from '../ports/event-source.js';

/** The progress of a backfill. */
export type BackfillProgress = {
  /** Events listed so far. */
  readonly found: number;
  readonly stored: number;
  /** Events that were already stored. */
  readonly known: number;
  /** Events that could not be decoded, with the problem. They are not stored. */
  readonly unreadable: ReadonlyArray<{ readonly id: string; readonly problem: string }>;
  /** Unix seconds: all events created before this time are stored, except the invalid ones. */
  readonly keptUpTo: number;
};

/** A backfill that failed. Start another one from `keptUpTo` to continue. */
export type BackfillFailure = {
  readonly error: ProcessorError | StoreUnavailable;
  readonly progress: BackfillProgress;
};

type Backfill = TE.TaskEither<BackfillFailure, BackfillProgress>;

type Count = (progress: BackfillProgress) => BackfillProgress;

const limit = 100;

// A database stores so many in one transaction.
const mostTogether = 50;

type Dependencies = {
  readonly eventSource: EventSource;
  /** Stores an event as a webhook would. Called for up to 50 events at a time, oldest first. */
  readonly keepEvent: (
    event: ProcessorEvent,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
  /** Called after each page. */
  readonly onProgress: (progress: BackfillProgress) => void;
  /** How many seconds before the range the backfill begins, to find events that were listed late. Default: 3600. */
  readonly overlapSeconds?: number;
};

const Dependencies = optionsOf<Dependencies>({
  eventSource: hasFunctions<EventSource>({ listEvents: true }),
  keepEvent: aFunction(),
  onProgress: aFunction(),
  overlapSeconds: optional(aWholeNumber(0)),
});

const Range = optionsOf<EventRange>({
  createdFrom: aWholeNumber(0),
  createdTo: optional(aWholeNumber(0)),
});

/** The default of `overlapSeconds`. */
export const usualOverlapSeconds = 3600;

/**
 * Stores the processor's events of a time range, oldest first, and the events that are created meanwhile. The processor lists
 * the newest events first, so the backfill reads all pages before it stores the first event. It begins `overlapSeconds`
 * before the range, because Stripe lists some events late. It may still miss events. Throws a `TypeError` for invalid options.
 */
export const backfillEvents = (options: Dependencies): ((range: EventRange) => Backfill) => {
  const {
    eventSource,
    keepEvent,
    onProgress,
    overlapSeconds = usualOverlapSeconds,
  } = checkedOptions('backfillEvents', Dependencies, options);
  const report = (progress: BackfillProgress): Backfill =>
    pipe(
      TE.right(progress),
      TE.tapIO((now) => () => onProgress(now)),
    );

  const keep = (listed: ListedEvent): TE.TaskEither<BackfillFailure['error'], Count> =>
    pipe(
      decodeReceivedEvent(listed),
      E.match(
        (notAnEvent): ReturnType<typeof keep> => {
          const problem = describeReceivedEventProblem(notAnEvent);
          return TE.right((progress) => ({
            ...progress,
            unreadable: [...progress.unreadable, { id: listed.id, problem }],
          }));
        },
        (event) =>
          pipe(
            keepEvent(event),
            TE.map((outcome) => (progress) => ({
              ...progress,
              stored: progress.stored + (outcome === 'stored' ? 1 : 0),
              known: progress.known + (outcome === 'duplicate' ? 1 : 0),
              keptUpTo: Math.max(progress.keptUpTo, createdOf(event)),
            })),
          ),
      ),
    );

  // After a failure, the events behind it do not count: the next backfill finds those that are stored.
  const keepTogether =
    (events: ReadonlyArray<ListedEvent>) =>
    (progress: BackfillProgress): Backfill =>
      pipe(
        events,
        T.traverseArray(keep),
        T.map((kept) =>
          kept.reduce<E.Either<BackfillFailure, BackfillProgress>>(
            (before, one) =>
              pipe(
                before,
                E.flatMap((now) =>
                  pipe(
                    one,
                    E.bimap(
                      (error) => ({ error, progress: now }),
                      (count) => count(now),
                    ),
                  ),
                ),
              ),
            E.right(progress),
          ),
        ),
      );

  const keepPage = (
    newestFirst: ReadonlyArray<ListedEvent>,
    progress: BackfillProgress,
  ): Backfill =>
    pipe(
      RA.chunksOf(mostTogether)(newestFirst.toReversed()).reduce(
        (before: Backfill, events) => pipe(before, TE.flatMap(keepTogether(events))),
        TE.right(progress),
      ),
      TE.flatMap(report),
    );

  return (asked) => {
    const { createdFrom, ...until } = checkedOptions('backfillEvents', Range, asked);
    const range = { ...until, createdFrom: Math.max(0, createdFrom - overlapSeconds) };
    const listed = (progress: BackfillProgress, cursor: object) =>
      pipe(
        eventSource.listEvents({ ...range, ...cursor, limit }),
        TE.mapLeft((error): BackfillFailure => ({ error, progress })),
      );

    const climb = (
      newestFirst: ReadonlyArray<ListedEvent>,
      hasMore: boolean,
      progress: BackfillProgress,
    ): Backfill =>
      pipe(
        keepPage(newestFirst, progress),
        TE.flatMap((now) => {
          const [newest] = newestFirst;
          return newest === undefined || !hasMore
            ? TE.right(now)
            : pipe(
                listed(now, { ending_before: newest.id }),
                TE.flatMap(({ data, has_more }) => climb(data, has_more, now)),
              );
        }),
      );

    const descend = (progress: BackfillProgress, cursor: object): Backfill =>
      pipe(
        listed(progress, cursor),
        TE.flatMap(({ data, has_more }) => {
          const now = { ...progress, found: progress.found + data.length };
          const oldest = data.at(-1);
          return oldest === undefined || !has_more
            ? climb(data, true, now)
            : pipe(
                report(now),
                TE.flatMap(() => descend(now, { starting_after: oldest.id })),
              );
        }),
      );

    return descend({ found: 0, stored: 0, known: 0, unreadable: [], keptUpTo: createdFrom }, {});
  };
};
