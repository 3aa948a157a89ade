import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import type { EventStore } from '../../application/ports/event-store.js';
import { replayMatching } from '../../application/use-cases/replay-events.js';
import { EventId } from '../../domain/ids.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { replayableStates } from '../../domain/stored-event.js';
import { decodeConfig } from '../config/config.js';
import { collectProblems, decodeOneOf } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeOrRefuse, describeEventFailure, StartUpProblem } from './failures.js';
import { decodePastMoment } from './time-options.js';
import { withEventStore } from './with-stores.js';

const orStop = <A>(outcome: E.Either<StoreUnavailable, A>): A => {
  if (E.isLeft(outcome)) throw new StartUpProblem(describeEventFailure(outcome.left));
  return outcome.right;
};

const replayOne = async (events: EventStore, id: string): Promise<void> => {
  if (!EventId.is(id) || !orStop(await events.replay(id, systemClock())())) {
    const found = EventId.is(id) ? orStop(await events.find(id)()) : O.none;
    throw new StartUpProblem(
      O.isSome(found)
        ? `the payload of event ${id} was dropped: it cannot be handled again`
        : `there is no event ${id} in the store`,
    );
  }
  process.stdout.write('replayed 1\n');
};

const decodeSelection = (options: Environment) => {
  const now = systemClock();
  const { state, from, to } = decodeOrRefuse(
    collectProblems({
      state: decodeOneOf(options, '--state', replayableStates, 'dead'),
      from: decodePastMoment(options, '--from', now),
      to: decodePastMoment(options, '--to', now),
    }),
  );
  const type = readVariable(options, '--type');
  return {
    state,
    ...(type === undefined ? {} : { type }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
};

/** `pasarela events replay`: has the service handle an event again, or all those that the options choose. */
export const replayEvents = async (
  env: Environment,
  id: string | undefined,
  options: Environment,
): Promise<void> => {
  const chosen = Object.keys(options);
  if (id === undefined && !chosen.includes('--state')) {
    throw new StartUpProblem('pass an event id, or --state dead');
  }
  if (id !== undefined && chosen.length > 0) {
    throw new StartUpProblem(`${chosen.join(', ')} cannot be combined with an event id`);
  }
  const config = decodeOrRefuse(decodeConfig(env));
  const selection = decodeSelection(options);
  await withEventStore(config, async (events) => {
    if (id !== undefined) return replayOne(events, id);
    const replay = replayMatching({
      eventStore: events,
      clock: systemClock,
      onProgress: (replayed) => {
        process.stderr.write(`replayed ${replayed}\n`);
      },
    });
    process.stdout.write(`replayed ${orStop(await replay(selection)())}\n`);
  });
};
