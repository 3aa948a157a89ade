import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { RefundCount, RefundSums } from '../../../application/ports/refund-sums.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database, Query, SqlRow } from './database.js';
import { decodeRow } from './rows.js';

const Sum = t.type({ amount: t.number }, 'Sum');

const Counted = t.type(
  { client: t.string, day: t.string, currency: t.string, amount: t.number },
  'CountedRefund',
);

type Exceeded = Extract<RefundCount, { readonly _tag: 'Exceeded' }>;

const counted: RefundCount = { _tag: 'Counted' };

const amountIn = (row: SqlRow | undefined): E.Either<StoreUnavailable, number> =>
  row === undefined
    ? E.right(0)
    : pipe(
        decodeRow(Sum)(row),
        E.map(({ amount }) => amount),
      );

// The sums keep what the earlier refund with the id gave back.
const takeId = `DO UPDATE SET
  client = excluded.client, day = excluded.day, currency = excluded.currency, amount = excluded.amount`;

const done = TE.right<never, void>(undefined);

/** Sums of refunds in a database that any number of instances share. A sum changes in one statement, so none is lost. */
export const createSqlRefundSums = ({ query, transaction, dialect }: Database): RefundSums => {
  const drop = (table: string, columns: string, before: string, limit: number) =>
    pipe(
      query(
        `DELETE FROM ${table} WHERE (${columns}) IN (
          SELECT ${columns} FROM ${table} WHERE day < $1 ORDER BY day LIMIT $2
        ) RETURNING day`,
        [before, limit],
      ),
      TE.map((dropped) => dropped.length),
    );

  return {
    count: ({ id, mayRepeat, client, day, currency, amount }, most) => {
      const exceeded = (run: Query): TE.TaskEither<StoreUnavailable | Exceeded, never> =>
        pipe(
          run(
            'SELECT amount FROM pasarela_refund_sums WHERE client = $1 AND day = $2 AND currency = $3',
            [client, day, currency],
          ),
          TE.flatMapEither(([row]) => amountIn(row)),
          TE.flatMap((sum) => TE.left<Exceeded>({ _tag: 'Exceeded', sum })),
        );
      // The first refund of a day would not meet the condition of the update.
      const add = (run: Query): TE.TaskEither<StoreUnavailable | Exceeded, RefundCount> =>
        amount > most
          ? exceeded(run)
          : pipe(
              run(
                `INSERT INTO pasarela_refund_sums (client, day, currency, amount) VALUES ($1, $2, $3, $4)
                ON CONFLICT (client, day, currency) DO UPDATE
                SET amount = pasarela_refund_sums.amount + excluded.amount
                WHERE pasarela_refund_sums.amount + excluded.amount <= $5 RETURNING amount`,
                [client, day, currency, amount, most],
              ),
              TE.flatMap((rows) => (rows.length === 0 ? exceeded(run) : TE.right(counted))),
            );
      return pipe(
        transaction((run) =>
          pipe(
            run(
              `INSERT INTO pasarela_counted_refunds (id, client, day, currency, amount)
              VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) ${mayRepeat ? 'DO NOTHING' : takeId} RETURNING id`,
              [id, client, day, currency, amount],
            ),
            TE.flatMap((rows) => (rows.length === 0 ? TE.right(counted) : add(run))),
          ),
        ),
        // As a left it has undone the row of the refund.
        TE.orElse((problem) =>
          problem._tag === 'Exceeded'
            ? TE.right<StoreUnavailable, RefundCount>(problem)
            : TE.left(problem),
        ),
      );
    },
    settle: (id, amount) =>
      transaction((run) =>
        pipe(
          run(
            `SELECT client, day, currency, amount FROM pasarela_counted_refunds WHERE id = $1 ${dialect.rowLock.wait}`,
            [id],
          ),
          TE.flatMap(
            ([row]): TE.TaskEither<StoreUnavailable, void> =>
              row === undefined
                ? done
                : pipe(
                    TE.fromEither(decodeRow(Counted)(row)),
                    TE.flatMap(({ client, day, currency, amount: before }) =>
                      pipe(
                        amount === 0
                          ? run('DELETE FROM pasarela_counted_refunds WHERE id = $1', [id])
                          : run('UPDATE pasarela_counted_refunds SET amount = $2 WHERE id = $1', [
                              id,
                              amount,
                            ]),
                        TE.flatMap(() =>
                          run(
                            `UPDATE pasarela_refund_sums SET amount = amount + $4
                          WHERE client = $1 AND day = $2 AND currency = $3`,
                            [client, day, currency, amount - before],
                          ),
                        ),
                        TE.map(() => undefined),
                      ),
                    ),
                  ),
          ),
        ),
      ),
    purge: (before, limit) =>
      pipe(
        drop('pasarela_counted_refunds', 'id', before, limit),
        TE.bindTo('refunds'),
        TE.bind('sums', () => drop('pasarela_refund_sums', 'client, day, currency', before, limit)),
        TE.map(({ refunds, sums }) => Math.max(refunds, sums)),
      ),
  };
};
