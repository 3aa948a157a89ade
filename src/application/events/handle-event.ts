import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { HandlerTry, StoredEvent } from '../../domain/stored-event.js';
import { describeCause } from '../describe-cause.js';
import type { Clock } from '../ports/clock.js';
import type { ClaimedEvent, EventOutcome, EventStore } from '../ports/event-store.js';

/** What a handler is told beside the event. */
export type HandlingContext = Pick<ClaimedEvent, 'attempt' | 'replay' | 'superseded'>;

/** A handler, by the name under which it is kept that it has taken an event. */
type NamedHandler = { readonly name: string; readonly handle: HandlerTask };

/** Takes an event; left: why it could not. It may be given the same event more than once. */
export type HandlerTask = (
  event: ProcessorEvent,
  context: HandlingContext,
) => TE.TaskEither<unknown, void>;

const firstSeconds = 5;
const factor = 2.5;
const longestSeconds = 24 * 60 * 60;

/**
 * How many seconds an event waits after its n-th try has failed, n from 1: 5, 13, 32, 79 ... and after the eleventh more than
 * twelve hours; never longer than a day. `random` (0 to 1) moves it by up to a quarter, so that what failed together does not
 * come back together.
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.ceil(Math.min(firstSeconds * factor ** (attempt - 1), longestSeconds) * (0.75 + random / 2));

/** What becomes of an event after a try. `errors`: how its handlers failed; `attempt` counts from 1 in its round. */
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

type Tried = {
  readonly outcome: EventOutcome;
  readonly handlers?: ReadonlyArray<HandlerTry>;
  readonly takenBy?: ReadonlyArray<string>;
};

/**
 * Hands a claimed event to those of its handlers that have not taken it yet, side by side, so that one which hangs holds up no
 * other; and writes down what became of it.
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
      const reason = deps.whyIgnored(stored.event);
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
