import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { StoredEvent } from '../../domain/stored-event.js';
import { describeCause } from '../describe-cause.js';
import type { Clock } from '../ports/clock.js';
import type { ClaimedEvent, EventOutcome, EventQueue } from '../ports/event-queue.js';
import { decideOutcome } from './decide-outcome.js';
import type { EventHandler } from './event-handler.js';

type Dependencies = {
  readonly eventQueue: Pick<EventQueue, 'conclude'>;
  readonly handlersFor: (type: string) => ReadonlyArray<EventHandler>;
  /** Why nobody is to handle an event; `undefined`: somebody is. */
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** How many tries an event has before it is dead, and again after each replay. */
  readonly maxTries: number;
};

/** How a try ended; `concluded` is `false` when the lease was lost meanwhile, and nothing was written down. */
export type HandledEvent = { readonly outcome: EventOutcome; readonly concluded: boolean };

// Tries that never came to an end count too: an event that kills its process would otherwise be handled for ever.
const noTryLeft = ({ last_error: before }: StoredEvent): EventOutcome => ({
  _tag: 'Failed',
  error: `no try is left: the last one was cut off, or fewer are allowed now${before === null ? '' : `; before: ${before}`}`,
  nextAttemptAt: null,
});

/** Hands a claimed event to all its handlers, one after the other, and writes down what became of it. */
export const handleEvent =
  (deps: Dependencies) =>
  (claimed: ClaimedEvent, owner: string): TE.TaskEither<StoreUnavailable, HandledEvent> => {
    const { stored, attempt, attemptInRound, replay, superseded } = claimed;
    const { clock, maxTries } = deps;

    const errorsOf = (handlers: ReadonlyArray<EventHandler>): T.Task<ReadonlyArray<string>> =>
      pipe(
        handlers,
        T.traverseSeqArray((handler) => handler(stored.event, { attempt, replay, superseded })),
        T.map((outcomes) =>
          outcomes.flatMap((outcome) => (E.isLeft(outcome) ? [describeCause(outcome.left)] : [])),
        ),
      );

    const tried: T.Task<EventOutcome> = () => {
      const reason = deps.whyIgnored(stored.event);
      if (reason !== undefined) return T.of<EventOutcome>({ _tag: 'Ignored', reason })();
      if (attemptInRound > maxTries) return T.of(noTryLeft(stored))();
      return pipe(
        errorsOf(deps.handlersFor(stored.type)),
        T.map((errors) =>
          decideOutcome({
            errors,
            attempt: attemptInRound,
            maxTries,
            now: clock(),
            random: deps.random(),
          }),
        ),
      )();
    };

    return pipe(
      TE.fromIO(clock),
      TE.bindTo('startedAt'),
      TE.bind('outcome', () => TE.fromTask(tried)),
      TE.bind('concluded', ({ startedAt, outcome }) =>
        deps.eventQueue.conclude(stored.id, { owner, startedAt, endedAt: clock(), outcome }),
      ),
      TE.map(({ outcome, concluded }) => ({ outcome, concluded })),
    );
  };
