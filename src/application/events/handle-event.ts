import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { HandlerTry, StoredEvent } from '../../domain/events/stored-event.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { describeCause } from '../describe-cause.js';
import type { Clock } from '../ports/clock.js';
import type { ClaimedEvent, EventOutcome, EventStore } from '../ports/event-store.js';

/** The context that a handler gets with an event. */
export type HandlingContext = Pick<ClaimedEvent, 'attempt' | 'replay' | 'superseded'>;

/** A handler. The store records under this name which events it has handled. */
type NamedHandler = { readonly name: string; readonly handle: HandlerTask };

/** Handles an event. Left: the reason why it failed. The same event may be passed more than once. */
export type HandlerTask = (
  event: ProcessorEvent,
  context: HandlingContext,
) => TE.TaskEither<unknown, void>;

const firstSeconds = 5;
const factor = 2.5;
const longestSeconds = 24 * 60 * 60;

/**
 * The seconds until the next attempt after failed attempt `attempt` (from 1): 5, 13, 32, 79 ..., more than twelve hours after
 * the eleventh, at most a day. `random` (0 to 1) varies it by up to a quarter, so that events that failed together are not
 * retried together.
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.ceil(Math.min(firstSeconds * factor ** (attempt - 1), longestSeconds) * (0.75 + random / 2));

/** Decides the outcome of an attempt. `errors`: its handlers' failures. `attempt`: from 1, again after each replay. */
export const decideOutcome = (ended: {
  readonly errors: ReadonlyArray<string>;
  readonly attempt: number;
  readonly maxTries: number;
  readonly now: number;
  /** 0 to 1. */
  readonly random: number;
}): EventOutcome => {
  const { errors, attempt, maxTries, now, random } = ended;
  return errors.length === 0
    ? { _tag: 'Handled' }
    : {
        _tag: 'Failed',
        error: errors.join('; '),
        nextAttemptAt: attempt < maxTries ? now + retryDelay(attempt, random) : null,
      };
};

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'conclude'>;
  readonly handlersFor: (type: string) => ReadonlyArray<NamedHandler>;
  /** The reason to ignore an event; `undefined`: it is handled. */
  readonly whyIgnored: (
    event: ProcessorEvent,
    context: Pick<HandlingContext, 'superseded'>,
  ) => string | undefined;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** The maximum number of attempts before an event is dead. A replay allows as many again. */
  readonly maxTries: number;
};

/** How an attempt ended. `concluded: false`: the lease was lost meanwhile, and the outcome was not stored. */
export type HandledEvent = { readonly outcome: EventOutcome; readonly concluded: boolean };

// Interrupted attempts count too: an event that kills its process would otherwise be handled forever.
const noTryLeft = ({ last_error: before }: StoredEvent): EventOutcome => ({
  _tag: 'Failed',
  error: `no attempts left: the last one was interrupted, or the limit is lower now${before === null ? '' : `; before: ${before}`}`,
  nextAttemptAt: null,
});

type Tried = {
  readonly outcome: EventOutcome;
  readonly handlers?: ReadonlyArray<HandlerTry>;
  readonly takenBy?: ReadonlyArray<string>;
};

/**
 * Passes a claimed event to the handlers that have not handled it yet, and stores the outcome. The handlers run concurrently,
 * so that a handler that hangs does not block the others.
 */
export const handleEvent =
  (deps: Dependencies) =>
  (claimed: ClaimedEvent, owner: string): TE.TaskEither<StoreUnavailable, HandledEvent> => {
    const { stored, attempt, attemptInRound, replay, superseded, takenBy = [] } = claimed;
    const { clock, maxTries } = deps;

    const tryOne = ({ name, handle }: NamedHandler): T.Task<HandlerTry> =>
      pipe(
        handle(stored.event, { attempt, replay, superseded }),
        TE.match(
          (cause): HandlerTry => ({ name, error: describeCause(cause) }),
          () => ({ name, error: null }),
        ),
      );

    const conclusionOf = (handlers: ReadonlyArray<HandlerTry>): Tried => ({
      outcome: decideOutcome({
        errors: handlers.flatMap(({ error }) => (error === null ? [] : [error])),
        attempt: attemptInRound,
        maxTries,
        now: clock(),
        random: deps.random(),
      }),
      handlers,
      takenBy: [
        ...takenBy,
        ...handlers.filter(({ error }) => error === null).map(({ name }) => name),
      ],
    });

    const tried: T.Task<Tried> = () => {
      const reason = deps.whyIgnored(stored.event, { superseded });
      if (reason !== undefined) return T.of<Tried>({ outcome: { _tag: 'Ignored', reason } })();
      if (attemptInRound > maxTries) return T.of<Tried>({ outcome: noTryLeft(stored) })();
      return pipe(
        deps.handlersFor(stored.type).filter(({ name }) => !takenBy.includes(name)),
        T.traverseArray(tryOne),
        T.map(conclusionOf),
      )();
    };

    return pipe(
      TE.fromIO(clock),
      TE.bindTo('startedAt'),
      TE.bind('tried', () => TE.fromTask(tried)),
      TE.bind('concluded', ({ startedAt, tried: ended }) =>
        deps.eventStore.conclude(stored.id, { owner, startedAt, endedAt: clock(), ...ended }),
      ),
      TE.map(({ tried: { outcome }, concluded }) => ({ outcome, concluded })),
    );
  };
