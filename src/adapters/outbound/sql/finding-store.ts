import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type {
  FindingStore,
  StoredFinding,
  WatchedFinding,
} from '../../../application/ports/finding-store.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database, Dialect, Query } from './database.js';
import { changesRows, decodeRow, storableText } from './rows.js';

const Severity = t.keyof({ error: null, notice: null });
const moment = t.union([t.number, t.null]);

const StoredRow: t.Type<StoredFinding> = t.type(
  {
    id: t.string,
    rule: t.string,
    severity: Severity,
    message: t.string,
    advice: t.string,
    since: moment,
    found_at: t.number,
    seen_at: moment,
    note: t.string,
  },
  'StoredFinding',
);

const Count = t.type(
  { rule: t.string, severity: Severity, seen: t.number, count: t.number },
  'CountedFindings',
);

const Ends = t.type({ succeeded_at: moment, failed_at: moment }, 'EndsOfRuns');

// A moment beyond the longest pause was stored by a clock that was ahead, and does not count.
const takeRun = ({ now }: Dialect): string => `
  INSERT INTO pasarela_runs (name, owner, next_at) VALUES ('reconcile', $2, ${now('$1')} + CAST($3 AS BIGINT))
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, next_at = excluded.next_at
    WHERE pasarela_runs.next_at <= ${now('$1')} OR pasarela_runs.next_at > ${now('$1')} + CAST($4 AS BIGINT)`;

const holdRun = ({ now }: Dialect): string => `
  UPDATE pasarela_runs SET next_at = ${now('$1')} + CAST($3 AS BIGINT)
  WHERE name = 'reconcile' AND owner = $2`;

const noteEnd = (column: 'succeeded_at' | 'failed_at'): string => `
  INSERT INTO pasarela_runs (name, next_at, ${column}) VALUES ('reconcile', $1, $1)
  ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;

const add = `
  INSERT INTO pasarela_findings (id, rule, severity, message, advice, since, found_at, last_found_at, seen, note)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, '') ON CONFLICT (id) DO NOTHING RETURNING id`;

const update = `
  UPDATE pasarela_findings SET severity = $2, message = $3, advice = $4, since = $5, last_found_at = $6
  WHERE id = $1`;

const forget = `
  DELETE FROM pasarela_findings
  WHERE last_found_at < $1 AND (COALESCE(since, $2) >= $2 OR seen = 1)`;

/** Keeps a finding. `true`: it is new. */
const keepOne = (
  run: Query,
  finding: WatchedFinding,
  at: number,
): TE.TaskEither<StoreUnavailable, boolean> => {
  const { rule, severity, advice, since } = finding;
  const id = storableText(finding.id);
  const message = storableText(finding.message);
  return pipe(
    run(add, [id, rule, severity, message, advice, since, at]),
    TE.flatMap((added) =>
      added.length > 0
        ? TE.right(true)
        : pipe(
            run(update, [id, severity, message, advice, since, at]),
            TE.map(() => false),
          ),
    ),
  );
};

/** Keeps findings in a database that any number of instances share. */
export const createSqlFindingStore = ({
  query,
  change,
  transaction,
  dialect,
}: Database): FindingStore => {
  return {
    takeRun: ({ owner, seconds, longest }, now) =>
      changesRows(change(takeRun(dialect), [now, owner, seconds, longest])),
    holdRun: (owner, seconds, now) => changesRows(change(holdRun(dialect), [now, owner, seconds])),
    keep: (findings, { from, at }) =>
      transaction((run) =>
        pipe(
          findings,
          TE.traverseSeqArray((finding) =>
            pipe(
              keepOne(run, finding, at),
              TE.map((isNew) => (isNew ? [finding.id] : [])),
            ),
          ),
          TE.tap(() => run(forget, [at, from])),
          TE.tap(() => run(noteEnd('succeeded_at'), [at])),
          TE.map(RA.flatten),
        ),
      ),
    noteFailure: (at) =>
      pipe(
        query(noteEnd('failed_at'), [at]),
        TE.map(() => undefined),
      ),
    list: (limit) =>
      pipe(
        query(
          `SELECT id, rule, severity, message, advice, since, found_at, seen_at, note FROM pasarela_findings
          ORDER BY seen, found_at DESC, id LIMIT $1`,
          [limit],
        ),
        TE.flatMapEither(E.traverseArray(decodeRow(StoredRow))),
      ),
    mark: (id, { seenAt, note }) =>
      changesRows(
        change('UPDATE pasarela_findings SET seen = $2, seen_at = $3, note = $4 WHERE id = $1', [
          id,
          seenAt === null ? 0 : 1,
          seenAt,
          storableText(note),
        ]),
      ),
    summary: pipe(
      TE.Do,
      TE.bind('counts', () =>
        pipe(
          query(
            `SELECT rule, severity, seen, COUNT(*) AS count FROM pasarela_findings GROUP BY rule, severity, seen`,
          ),
          TE.flatMapEither(E.traverseArray(decodeRow(Count))),
        ),
      ),
      TE.bind('ends', () =>
        pipe(
          query("SELECT succeeded_at, failed_at FROM pasarela_runs WHERE name = 'reconcile'"),
          TE.flatMapEither(E.traverseArray(decodeRow(Ends))),
        ),
      ),
      TE.map(({ counts, ends: [end] }) => ({
        succeededAt: end?.succeeded_at ?? null,
        failedAt: end?.failed_at ?? null,
        findings: counts.map(({ seen, ...rest }) => ({ ...rest, seen: seen === 1 })),
      })),
    ),
  };
};
