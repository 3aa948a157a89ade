import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError, StoreUnavailable } from '../domain/payment-error.js';
import type { ProcessorEvent } from '../domain/processor-event.js';
import { keepEvent } from './keep-event.js';
import type { EventRange, EventSource } from './ports/event-source.js';

/** How far a backfill has come. */
export type BackfillProgress = {
  /** Events of the processor that were passed on the way to the oldest. */
  readonly found: number;
  readonly stored: number;
  /** Those that the inbox had already. */
  readonly known: number;
  /** All events created before this moment are kept. Unix seconds. */
  readonly keptUpTo: number;
};

/** A backfill that did not come to its end: another one from `keptUpTo` goes on with it. */
export type BackfillFailure = {
  readonly error: ProcessorError | StoreUnavailable;
  readonly progress: BackfillProgress;
};

type Dependencies = Parameters<typeof keepEvent>[0] & {
  readonly eventSource: EventSource;
  /** Is told after each page. */
  readonly onProgress: (progress: BackfillProgress) => void;
};

type Backfill = TE.TaskEither<BackfillFailure, BackfillProgress>;

const limit = 100;

/**
 * Keeps the processor's events of a range, oldest first, as if their webhooks came now; those that are created meanwhile
 * too. The processor lists the newest first: the oldest is looked for page by page, and from there the way is back up.
 */
export const backfillEvents =
  (deps: Dependencies) =>
  (range: EventRange): Backfill => {
    const keep = keepEvent(deps);

    const listed = (progress: BackfillProgress, cursor: object) =>
      pipe(
        deps.eventSource.listEvents({ ...range, ...cursor, limit }),
        TE.mapLeft((error): BackfillFailure => ({ error, progress })),
      );

    const kept =
      (event: ProcessorEvent) =>
      (progress: BackfillProgress): Backfill =>
        pipe(
          keep(event),
          TE.bimap(
            (error) => ({ error, progress }),
            (outcome) => ({
              ...progress,
              stored: progress.stored + (outcome === 'stored' ? 1 : 0),
              known: progress.known + (outcome === 'duplicate' ? 1 : 0),
              keptUpTo: event.created,
            }),
          ),
        );

    const told = (progress: BackfillProgress): Backfill =>
      pipe(
        TE.right(progress),
        TE.tapIO((now) => () => deps.onProgress(now)),
      );

    const keepPage = (
      newestFirst: ReadonlyArray<ProcessorEvent>,
      progress: BackfillProgress,
    ): Backfill =>
      pipe(
        newestFirst.reduceRight(
          (before: Backfill, event) => pipe(before, TE.flatMap(kept(event))),
          TE.right(progress),
        ),
        TE.flatMap(told),
      );

    const climb = (
      newestFirst: ReadonlyArray<ProcessorEvent>,
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
          if (oldest === undefined || !has_more) return climb(data, true, now);
          return pipe(
            told(now),
            TE.flatMap(() => descend(now, { starting_after: oldest.id })),
          );
        }),
      );

    return descend({ found: 0, stored: 0, known: 0, keptUpTo: range.createdFrom }, {});
  };
