import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { EventInbox } from '../../../../application/ports/event-store.js';
import { nullable } from '../../../../domain/input/primitives.js';
import type { Database } from '../database.js';
import { decodeRow } from '../rows.js';

const decodeBacklog = decodeRow(
  t.type({ pending: t.number, dead: t.number, oldest: nullable(t.number) }, 'EventBacklog'),
);

const countOf = (state: 'pending' | 'dead'): string =>
  `(SELECT COUNT(*) FROM (SELECT 1 FROM pasarela_events WHERE state = '${state}' LIMIT $1) AS found)`;

/** Counts the events that wait, by the indexes of their state. */
export const sqlBacklog =
  ({ query }: Pick<Database, 'query'>): EventInbox['backlog'] =>
  (upTo) =>
    pipe(
      query(
        `SELECT ${countOf('pending')} AS pending, ${countOf('dead')} AS dead,
          (SELECT received_at FROM pasarela_events WHERE state = 'pending'
          ORDER BY received_at, seq LIMIT 1) AS oldest`,
        [upTo],
      ),
      TE.flatMapEither(([row]) => decodeBacklog(row ?? {})),
      TE.map(({ oldest, ...counts }) => ({ ...counts, oldestPending: oldest })),
    );
