import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { eventStates, type StoredEvent } from '../../domain/stored-event.js';
import { decodeConfig } from '../config/config.js';
import { collectProblems, decodeOneOf, decodeWholeNumber } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeOrRefuse, describeEventFailure, StartUpProblem } from './failures.js';
import { showMoment } from './time-options.js';
import { withEventStore } from './with-stores.js';

// A handler's error may have several lines, or what a terminal takes for a command.
const inALine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

const describe = (stored: StoredEvent): string => {
  const { id, state, type, object_id, received_at, attempts, last_error, reason } = stored;
  const tries = attempts === 0 ? [] : [`${attempts} ${attempts === 1 ? 'try' : 'tries'}`];
  const why = [last_error ?? reason ?? []].flat().map(inALine);
  return [showMoment(received_at), id, state, type, object_id ?? '-', ...tries, ...why].join(' ');
};

/** `pasarela events list`: the events of the store, last received first, a line each. */
export const listEvents = async (env: Environment, options: Environment): Promise<void> => {
  const config = decodeOrRefuse(decodeConfig(env));
  const { state, limit } = decodeOrRefuse(
    collectProblems({
      state: decodeOneOf(options, '--state', [...eventStates, 'any'], 'any'),
      limit: decodeWholeNumber(options, '--limit', { from: 1, to: 1000, fallback: 20 }),
    }),
  );
  const type = readVariable(options, '--type');
  const object_id = readVariable(options, '--object');
  await withEventStore(config, async (events) => {
    const outcome = await events.list({
      limit,
      ...(state === 'any' ? {} : { state }),
      ...(type === undefined ? {} : { type }),
      ...(object_id === undefined ? {} : { object_id }),
    })();
    if (E.isLeft(outcome)) throw new StartUpProblem(describeEventFailure(outcome.left));
    if (O.isNone(outcome.right)) return;
    const { data, has_more } = outcome.right.value;
    process.stdout.write(data.map((stored) => `${describe(stored)}\n`).join(''));
    if (has_more) process.stderr.write(`there are more: --limit says how many are listed\n`);
  });
};
