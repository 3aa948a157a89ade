import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError, StoreUnavailable } from '../../domain/payment-error.js';
import { createdOf, type ListedEvent, type ProcessorEvent } from '../../domain/processor-event.js';
import { decodeReceivedEvent } from '../../domain/received-event.js';
import {
  aFunction,
  aWholeNumber,
  checkedOptions,
  hasFunctions,
  optional,
  type Rules,
} from '../checked-options.js';
import type { EventRange, EventSource } from '../ports/event-source.js';

/** How far a backfill has come. */
export type BackfillProgress = {
  /** Events of the processor that were passed on the way to the oldest. */
  readonly found: number;
  readonly stored: number;
  /** Those that the inbox had already. */
  readonly known: number;
  /** Those that are not what an event is, and what is wrong with them: they are not kept, and the others are. */
  readonly unreadable: ReadonlyArray<{ readonly id: string; readonly problem: string }>;
  /** All others that the processor listed and that were created before this moment are kept. Unix seconds. */
  readonly keptUpTo: number;
};

/** A backfill that did not come to its end: another one from `keptUpTo` goes on with it. */
export type BackfillFailure = {
  readonly error: ProcessorError | StoreUnavailable;
  readonly progress: BackfillProgress;
};

type Dependencies = {
  readonly eventSource: EventSource;
  /** Keeps an event as if its webhook came. */
  readonly keepEvent: (
    event: ProcessorEvent,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
  /** Is told after each page. */
  readonly onProgress: (progress: BackfillProgress) => void;
  /** How many seconds before the range it begins: what the processor listed late is found then. Default: 3600. */
  readonly overlapSeconds?: number;
};

type Backfill = TE.TaskEither<BackfillFailure, BackfillProgress>;

const limit = 100;

const rules: Rules<Dependencies> = {
  eventSource: hasFunctions({ listEvents: true }),
  keepEvent: aFunction,
  onProgress: aFunction,
  overlapSeconds: optional(aWholeNumber(0)),
};

const rangeRules: Rules<EventRange> = {
  createdFrom: aWholeNumber(0),
  createdTo: optional(aWholeNumber(0)),
};

/** How many seconds before its range a backfill begins, unless another number is given. */
export const usualOverlapSeconds = 3600;

/**
 * Keeps the processor's events of a range, oldest first; those that are created meanwhile too. The processor lists the newest
 * first: the oldest is looked for page by page, and from there the way is back up. Stripe's list is not complete at once, so it
 * begins some time before the range; even so it does not guarantee that nothing is missed. Throws a `TypeError` for options
 * that are not what they should be.
 */
export const backfillEvents = (options: Dependencies): ((range: EventRange) => Backfill) => {
  const {
    eventSource,
    keepEvent,
    onProgress,
    overlapSeconds = usualOverlapSeconds,
  } = checkedOptions('backfillEvents', rules, options);
  const told = (progress: BackfillProgress): Backfill =>
    pipe(
      TE.right(progress),
      TE.tapIO((now) => () => onProgress(now)),
    );

  const kept =
    (listed: ListedEvent) =>
    (progress: BackfillProgress): Backfill =>
      pipe(
        decodeReceivedEvent(listed),
        E.match(
          (problem): Backfill => {
            const unreadable = [...progress.unreadable, { id: listed.id, problem }];
            return TE.right({ ...progress, unreadable });
          },
          (event) =>
            pipe(
              keepEvent(event),
              TE.bimap(
                (error) => ({ error, progress }),
                (outcome) => ({
                  ...progress,
                  stored: progress.stored + (outcome === 'stored' ? 1 : 0),
                  known: progress.known + (outcome === 'duplicate' ? 1 : 0),
                  keptUpTo: Math.max(progress.keptUpTo, createdOf(event)),
                }),
              ),
            ),
        ),
      );

  const keepPage = (
    newestFirst: ReadonlyArray<ListedEvent>,
    progress: BackfillProgress,
  ): Backfill =>
    pipe(
      newestFirst.reduceRight(
        (before: Backfill, event) => pipe(before, TE.flatMap(kept(event))),
        TE.right(progress),
      ),
      TE.flatMap(told),
    );

  return (asked) => {
    const { createdFrom, ...until } = checkedOptions('backfillEvents', rangeRules, asked);
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
                told(now),
                TE.flatMap(() => descend(now, { starting_after: oldest.id })),
              );
        }),
      );

    return descend({ found: 0, stored: 0, known: 0, unreadable: [], keptUpTo: createdFrom }, {});
  };
};
