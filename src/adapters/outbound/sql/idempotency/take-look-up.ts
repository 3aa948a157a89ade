import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  IdempotencyStore,
  UnsettledKey,
} from '../../../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Database, Dialect } from '../database.js';
import { isFree, keyColumns, readKeys, toUnsettledKey } from './key-rows.js';

// A moment beyond the longest pause was stored by a clock that was ahead, and does not count.
const hasCome = (moment: string, now: string, longest: string): string =>
  `(COALESCE(${moment}, 0) <= ${now} OR ${moment} > ${now} + CAST(${longest} AS BIGINT))`;

const due = (now: string, longest: string): string =>
  `answer IS NULL AND summary IS NOT NULL AND ${isFree(now)} AND ${hasCome('look_up_at', now, longest)}`;

// In the order of an index, so that a store with many doubts sorts none of them.
const findDue = ({ now }: Dialect, condition: string): string => `
  SELECT scope, key FROM pasarela_idempotency_keys WHERE ${condition} AND ${due(now('$1'), '$2')}
  ORDER BY created_at, scope, key LIMIT 1`;

const takeTurn = ({ now }: Dialect): string => `
  INSERT INTO pasarela_turns (name, next_at) VALUES ('look-up', ${now('$1')} + CAST($2 AS BIGINT))
  ON CONFLICT (name) DO UPDATE SET next_at = ${now('$1')} + CAST($2 AS BIGINT)
    WHERE ${hasCome('pasarela_turns.next_at', now('$1'), '$2')}`;

// More doublings than that would not fit an integer.
const mostDoublings = 20;

const doublings = `COALESCE(CASE WHEN look_ups > ${mostDoublings} THEN ${mostDoublings} ELSE look_ups END, 0)`;

const pause = `(CAST($3 AS BIGINT) * (1 << ${doublings}))`;

const postpone = ({ now }: Dialect): string => `
  UPDATE pasarela_idempotency_keys SET look_ups = COALESCE(look_ups, 0) + 1, look_up_at = ${now('$1')} +
    CASE WHEN ${pause} > CAST($2 AS BIGINT) THEN CAST($2 AS BIGINT) ELSE ${pause} END
  WHERE scope = $4 AND key = $5 AND ${due(now('$1'), '$2')}
  RETURNING ${keyColumns}`;

/** Takes the key in doubt whose look-up is due. A crash that undoes it costs one look-up more. */
export const takeLookUp =
  ({
    query,
    queryWithoutSync,
    changeWithoutSync,
    dialect,
  }: Database): IdempotencyStore['takeLookUp'] =>
  ({ turn, first, longest }, now) =>
    pipe(
      query(findDue(dialect, 'look_up_at IS NULL'), [now, longest]),
      TE.flatMap((fresh) =>
        fresh.length > 0
          ? TE.right(fresh)
          : query(findDue(dialect, 'look_up_at IS NOT NULL'), [now, longest]),
      ),
      TE.flatMap(([found]): TE.TaskEither<StoreUnavailable, UnsettledKey | null> => {
        if (found === undefined) return TE.right(null);
        const { scope, key } = found;
        return pipe(
          changeWithoutSync(takeTurn(dialect), [now, turn]),
          TE.flatMap((taken) =>
            taken === 0
              ? TE.right([])
              : queryWithoutSync(postpone(dialect), [
                  now,
                  longest,
                  first,
                  String(scope),
                  String(key),
                ]),
          ),
          TE.flatMapEither(readKeys),
          TE.map(([row]) => (row === undefined ? null : toUnsettledKey(row))),
        );
      }),
    );
