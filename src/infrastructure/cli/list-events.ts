import * as O from 'fp-ts/lib/Option.js';
import { eventStates, type StoredEvent } from '../../domain/stored-event.js';
import { decodeConfig } from '../config/config.js';
import { collectProblems, decodeOneOf, decodeWholeNumber } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodedOrThrow, valueOrThrow } from './failures.js';
import { showMoment } from './time-options.js';
import { withEventStore } from './with-stores.js';

// The error of a handler may contain line breaks or control characters of a terminal.
const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

const describe = (stored: StoredEvent): string => {
  const { id, state, type, object_id, received_at, attempts, last_error, reason } = stored;
  const tries = attempts === 0 ? [] : [`${attempts} ${attempts === 1 ? 'try' : 'tries'}`];
  const why = [last_error ?? reason ?? []].flat().map(onOneLine);
  return [showMoment(received_at), id, state, type, object_id ?? '-', ...tries, ...why].join(' ');
};

/** `pasarela events list`: lists stored events, the newest first, one on each line. */
export const listEventsCommand = async (env: Environment, options: Environment): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const { state, limit } = decodedOrThrow(
    collectProblems({
      state: decodeOneOf(options, '--state', [...eventStates, 'any'], 'any'),
      limit: decodeWholeNumber(options, '--limit', { from: 1, to: 1000, fallback: 20 }),
    }),
  );
  const type = readVariable(options, '--type');
  const object_id = readVariable(options, '--object');
  const filters = {
    ...(state === 'any' ? {} : { state }),
    ...(type === undefined ? {} : { type }),
    ...(object_id === undefined ? {} : { object_id }),
  };
  await withEventStore(config, async (events) => {
    // A page of large events has fewer than the limit.
    const print = async (left: number, after: object): Promise<void> => {
      const page = valueOrThrow(await events.list({ limit: left, ...filters, ...after })());
      const { data, has_more } = O.isSome(page) ? page.value : { data: [], has_more: false };
      process.stdout.write(data.map((stored) => `${describe(stored)}\n`).join(''));
      const last = data.at(-1);
      if (last === undefined) {
        if (left === limit) process.stderr.write('no stored events match\n');
      } else if (has_more && data.length < left) {
        await print(left - data.length, { starting_after: last.id });
      } else if (has_more) {
        process.stderr.write('there are more events: raise --limit to list them\n');
      }
    };
    await print(limit, {});
  });
};
