import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { optional, withDefault } from '../../../application/checked-input.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { replayMatching } from '../../../application/use-cases/replay-events.js';
import { replayableStates } from '../../../domain/events/stored-event.js';
import { EventId } from '../../../domain/ids.js';
import { type Config, decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { collectProblems, oneOfWords, readSetting } from '../../config/settings.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from '../failures.js';
import { aPastMoment } from '../time-options.js';
import { withEventStore } from '../with-stores.js';

const replayOne = async ({ stdout }: CommandIo, events: EventStore, id: string): Promise<void> => {
  if (!EventId.is(id) || !valueOrThrow(await events.replay(id, systemClock())())) {
    const found = EventId.is(id) ? valueOrThrow(await events.find(id)()) : O.none;
    throw new CommandProblem(
      O.isSome(found)
        ? `event ${id} cannot be handled again: its payload was deleted`
        : `event ${id} is not in the store: pasarela events list shows the stored events`,
    );
  }
  stdout.write('replayed 1\n');
};

/** Tells that the service of this environment has no handler, and so would ignore the events again. */
const tellNobodyHandles = (
  { stderr }: CommandIo,
  { eventForward, eventsHandledElsewhere }: Config,
): void => {
  if (eventForward !== undefined || eventsHandledElsewhere) return;
  stderr.write(
    'nobody handles events in pasarela serve without EVENT_FORWARD_URL: it ignores them again. A program of yours handles the types that it has handlers for\n',
  );
};

const decodeSelection = (options: Environment) => {
  const now = systemClock();
  const { state, from, to } = decodedOrThrow(
    collectProblems({
      state: readSetting(options, '--state', withDefault(oneOfWords(...replayableStates), 'dead')),
      from: readSetting(options, '--from', optional(aPastMoment(now))),
      to: readSetting(options, '--to', optional(aPastMoment(now))),
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

/** `pasarela events replay`: lets the service handle an event again, or all events that the options select. */
export const replayEventsCommand = async (
  io: CommandIo,
  id: string | undefined,
  options: Environment,
): Promise<void> => {
  const chosen = Object.keys(options);
  if (id === undefined && !chosen.includes('--state')) {
    throw new CommandProblem('pass an event id, or --state dead');
  }
  if (id !== undefined && chosen.length > 0) {
    throw new CommandProblem(`${chosen.join(', ')} cannot be combined with an event id`);
  }
  const config = decodedOrThrow(decodeConfig(io.env));
  const selection = decodeSelection(options);
  await withEventStore(config, async (events) => {
    if (id !== undefined) {
      await replayOne(io, events, id);
      return tellNobodyHandles(io, config);
    }
    const replay = replayMatching({
      eventStore: events,
      clock: systemClock,
      onProgress: (replayed) => {
        io.stderr.write(`replayed ${replayed}\n`);
      },
    });
    const replayed = valueOrThrow(await replay(selection)());
    io.stdout.write(`replayed ${replayed}\n`);
    if (replayed > 0) tellNobodyHandles(io, config);
  });
};
