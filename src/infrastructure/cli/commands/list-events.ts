import * as O from 'fp-ts/lib/Option.js';
import { withDefault } from '../../../application/checked-input.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { eventStates, type StoredEvent } from '../../../domain/events/stored-event.js';
import { visible } from '../../../domain/text/visible.js';
import { decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { collectProblems, numberWithin, oneOfWords, readSetting } from '../../config/settings.js';
import { describeStore } from '../../config/store.js';
import { screenOf } from '../../terminal/screen.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandIo } from '../command-io.js';
import { decodedOrThrow, valueOrThrow } from '../failures.js';
import { showMoment } from '../time-options.js';
import { withEventStore } from '../with-stores.js';

// The error of a handler may contain line breaks or control characters of a terminal.
const onOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ');

const columns = ['RECEIVED', 'ID', 'STATE', 'TYPE', 'OBJECT', 'TRIES', 'WHY'];

const triesOf = ({ attempts }: Summary): ReadonlyArray<string> =>
  attempts === 0 ? [] : [`${attempts} ${attempts === 1 ? 'try' : 'tries'}`];

const whyOf = ({ last_error, reason }: Summary): ReadonlyArray<string> =>
  [last_error ?? reason ?? []].flat().map(onOneLine);

const wordsOf = ({ received_at, id, state, type, object_id }: Summary): ReadonlyArray<string> => [
  showMoment(received_at),
  id,
  state,
  type,
  object_id ?? '-',
];

const describe = (stored: Summary): string =>
  `${visible([...wordsOf(stored), ...triesOf(stored), ...whyOf(stored)].join(' '))}\n`;

const rowOf = (stored: Summary): ReadonlyArray<string> => [
  ...wordsOf(stored),
  stored.attempts === 0 ? '' : String(stored.attempts),
  whyOf(stored).join(' '),
];

/** A stored event without its payload. */
type Summary = Omit<StoredEvent, 'event'>;

const summaryOf = ({ event: _event, ...summary }: StoredEvent): Summary => summary;

type Filters = Omit<NonNullable<Parameters<EventStore['list']>[0]>, 'limit' | 'starting_after'>;

/** Up to `limit` events, and whether there are more. A page of large events has fewer than the limit. */
const firstEvents = async (
  events: EventStore,
  limit: number,
  filters: Filters,
  after: object = {},
): Promise<{ readonly found: ReadonlyArray<Summary>; readonly more: boolean }> => {
  const page = valueOrThrow(await events.list({ limit, ...filters, ...after })());
  const { data, has_more } = O.isSome(page) ? page.value : { data: [], has_more: false };
  const found = data.map(summaryOf);
  const last = data.at(-1);
  if (last === undefined || !has_more || data.length >= limit) return { found, more: has_more };
  const rest = await firstEvents(events, limit - data.length, filters, {
    starting_after: last.id,
  });
  return { found: [...found, ...rest.found], more: rest.more };
};

/**
 * `pasarela events list`: lists stored events, the newest first: as a table on a terminal, as JSON if asked, and one on each
 * line elsewhere.
 */
export const listEventsCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const { state, limit } = decodedOrThrow(
    collectProblems({
      state: readSetting(options, '--state', withDefault(oneOfWords(...eventStates, 'any'), 'any')),
      limit: readSetting(options, '--limit', numberWithin({ from: 1, to: 1000, fallback: 20 })),
    }),
  );
  const type = readVariable(options, '--type');
  const object_id = readVariable(options, '--object');
  const filters = {
    ...(state === 'any' ? {} : { state }),
    ...(type === undefined ? {} : { type }),
    ...(object_id === undefined ? {} : { object_id }),
  };
  const nothing =
    Object.keys(filters).length === 0
      ? `the store ${describeStore(config.store)} has no events yet: the service stores those that it receives at /api/webhooks`
      : 'no stored events match';
  await withEventStore(config, async (events) => {
    const { found, more } = await firstEvents(events, limit, filters);
    const screen = screenOf(stdout, env);
    if (json) stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    else if (screen.isTerminal && found.length > 0) {
      stdout.write(renderTable(columns, found.map(rowOf), screen));
    } else stdout.write(found.map(describe).join(''));
    if (found.length === 0) stderr.write(`${nothing}\n`);
    if (more) stderr.write('there are more events: raise --limit to list them\n');
  });
};
