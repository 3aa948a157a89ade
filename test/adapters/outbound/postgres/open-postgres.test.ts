import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { openPostgres } from '../../../../src/adapters/outbound/postgres/open-postgres.js';
import type { Database, Query } from '../../../../src/adapters/outbound/sql/database.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { freePort } from '../../../support/stores/postgres/start-postgres.js';
import { useDatabases, usePostgres } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';

const tagOf = async (task: TE.TaskEither<{ readonly _tag: string }, unknown>): Promise<string> => {
  const outcome = await task();
  return E.isLeft(outcome) ? outcome.left._tag : 'done';
};

const notCalled = (): void => {
  throw new Error('nobody is in the way');
};

const announce = ({ dialect }: Database) => `SELECT ${dialect.announcement}`;

describe('a PostgreSQL database', () => {
  const url = usePostgres();
  const open = useDatabases();
  let one: Database;
  let other: Database;

  before(async () => {
    one = await open(url());
    other = await open(url());
    await valueOf(one.query('CREATE TABLE notes (text TEXT NOT NULL)'));
  });

  const notes = async (): Promise<unknown> =>
    (await valueOf(other.query('SELECT text FROM notes ORDER BY text'))).map((row) => row['text']);
  const note = (text: string) => (query: Query) => query('INSERT INTO notes VALUES ($1)', [text]);

  afterEach(() => valueOf(one.query('DELETE FROM notes')));

  describe('a statement', () => {
    it('returns numbers, texts and null, and flags as 0 and 1', async () => {
      const rows = await valueOf(
        one.query(
          `SELECT 7 AS whole, 1800000000000::BIGINT AS long, count(*) AS counted, 0.5::FLOAT8 AS half,
          'ñ "€' AS text, NULL AS nothing, 1 = 1 AS yes, 1 = 2 AS no`,
        ),
      );
      expect(rows).to.deep.equal([
        {
          whole: 7,
          long: 1_800_000_000_000,
          counted: 1,
          half: 0.5,
          text: 'ñ "€',
          nothing: null,
          yes: 1,
          no: 0,
        },
      ]);
    });

    it('passes its values unchanged', async () => {
      const rows = await valueOf(
        one.query('SELECT $1::TEXT AS text, $2::BIGINT AS long, $3::TEXT AS nothing', [
          `'; DROP TABLE notes; --`,
          1_800_000_000_000,
          null,
        ]),
      );
      expect(rows).to.deep.equal([
        { text: `'; DROP TABLE notes; --`, long: 1_800_000_000_000, nothing: null },
      ]);
    });

    it('returns the rows of RETURNING, or none', async () => {
      const insert = "INSERT INTO notes VALUES ('a'), ('b')";
      expect(await valueOf(one.query(`${insert} RETURNING text`))).to.deep.equal([
        { text: 'a' },
        { text: 'b' },
      ]);
      expect(await valueOf(one.query(insert))).to.deep.equal([]);
    });

    it('counts the rows that a change changes, with and without a wait for the disk', async () => {
      await valueOf(one.query("INSERT INTO notes VALUES ('counted'), ('counted')"));
      const change = "UPDATE notes SET text = $1 WHERE text = 'counted'";
      expect(await valueOf(one.change(change, ['counted']))).to.equal(2);
      expect(await valueOf(one.changeWithoutSync(change, ['other']))).to.equal(2);
      expect(await valueOf(one.changeWithoutSync(change, ['none']))).to.equal(0);
    });

    it("fails with StoreUnavailable and the server's error when the server refuses it", async () => {
      const outcome = await one.query('SELECT missing FROM notes')();
      expect(E.isLeft(outcome) && String(outcome.left.cause)).to.match(/"missing" does not exist/);
    });

    it('runs without its name once the connection has lost it, alone and in a transaction', async () => {
      const database = await open(url(), 1);
      const counted = (query: Query) => query('SELECT COUNT(*) AS n FROM notes', [], 'count');
      const kept = 'SELECT COUNT(*) AS n FROM pg_prepared_statements';
      const inTransaction = database.transaction((query) => counted(query));
      for (const task of [counted(database.query), inTransaction]) {
        expect(await valueOf(task)).to.deep.equal([{ n: 0 }]);
      }
      expect(await valueOf(database.query(kept))).to.deep.equal([{ n: 1 }]);
      await valueOf(database.query('DEALLOCATE ALL'));
      for (const task of [inTransaction, counted(database.query)]) {
        expect(await valueOf(task)).to.deep.equal([{ n: 0 }]);
      }
      expect(await valueOf(database.query(kept))).to.deep.equal([{ n: 0 }]);
    });

    it('runs without its name once a column has another type, alone and in a transaction', async () => {
      await valueOf(note('a')(one.query));
      const texts = (query: Query) => query('SELECT text FROM notes', [], 'texts');
      for (const [type, run] of [
        ['VARCHAR(9)', (database: Database) => texts(database.query)],
        ['TEXT', (database: Database) => database.transaction((query) => texts(query))],
      ] as const) {
        const database = await open(url(), 1);
        expect(await valueOf(run(database))).to.deep.equal([{ text: 'a' }]);
        await valueOf(one.query(`ALTER TABLE notes ALTER COLUMN text TYPE ${type}`));
        expect(await valueOf(run(database))).to.deep.equal([{ text: 'a' }]);
      }
    });

    it("connects with the service's name, unless the URL has another", async () => {
      const named = await open(`${url()}?application_name=shop`);
      const name = "SELECT current_setting('application_name') AS name";
      expect(await valueOf(one.query(name))).to.deep.equal([{ name: 'pasarela' }]);
      expect(await valueOf(named.query(name))).to.deep.equal([{ name: 'shop' }]);
    });
  });

  it('opens no more connections than allowed, besides one that listens', async () => {
    const few = await open(`${url()}?application_name=few`, 2);
    few.onAnnouncement(() => undefined);
    await Promise.all(
      Array.from({ length: 10 }, () => valueOf(few.query('SELECT pg_sleep(0.01)'))),
    );
    const open_ = "SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'few'";
    await until(async () => (await valueOf(one.query(open_)))[0]?.['open'] === 3);
  });

  it('applies the settings of the URL besides its own', async () => {
    const options = encodeURIComponent('-c search_path=shop -c statement_timeout=3s');
    const given = await open(`${url()}?options=${options}`);
    const [row] = await valueOf(
      given.query(`
        SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout,
          current_setting('enable_seqscan') AS scan`),
    );
    expect(row).to.deep.equal({ path: 'shop', timeout: '3s', scan: 'off' });
  });

  it("reads committed rows, whatever the server's default is", async () => {
    const { pathname } = new URL(url());
    const set = `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_isolation`;
    await valueOf(one.query(`${set} = 'serializable'`));
    const late = await open(url());
    const level = "SELECT current_setting('transaction_isolation') AS value";
    expect(await valueOf(late.query(level))).to.deep.equal([{ value: 'read committed' }]);
    await valueOf(one.query(`${set} TO DEFAULT`));
  });

  it("confirms commits only once they are on the disk, whatever the server's default is", async () => {
    const { pathname } = new URL(url());
    await valueOf(one.query(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`));
    const late = await open(url());
    const [row] = await valueOf(
      late.query("SELECT current_setting('synchronous_commit') AS value"),
    );
    expect(row).to.deep.equal({ value: 'on' });
  });

  describe('a transaction', () => {
    it('commits everything, and shows nothing before its end', async () => {
      const seen = await valueOf(
        one.transaction((query) =>
          pipe(
            note('a')(query),
            TE.chain(() => note('b')(query)),
            TE.chain(() => TE.fromTask(notes)),
          ),
        ),
      );
      expect(seen).to.deep.equal([]);
      expect(await notes()).to.deep.equal(['a', 'b']);
    });

    it('rolls everything back on a left', async () => {
      const refused = one.transaction((query) =>
        pipe(
          note('a')(query),
          TE.chainW(() => TE.left({ _tag: 'Refused' })),
        ),
      );
      expect(await tagOf(refused)).to.equal('Refused');
      expect(await notes()).to.deep.equal([]);
    });

    it('never reports a commit after a failed statement', async () => {
      const swallowed = one.transaction((query) =>
        pipe(
          note('a')(query),
          TE.chain(() => query('SELECT missing FROM notes')),
          TE.map(() => 'kept'),
          TE.orElse(() => TE.right('kept all the same')),
        ),
      );
      expect(await tagOf(swallowed)).to.equal('StoreUnavailable');
      expect(await notes()).to.deep.equal([]);
    });

    it('runs statements that are begun together in their order, and commits with the last', async () => {
      const [, second] = await valueOf(
        one.transaction((query, last) =>
          TE.sequenceArray([note('a')(query), last('SELECT text FROM notes')]),
        ),
      );
      expect(second).to.deep.equal([{ text: 'a' }]);
      expect(await notes()).to.deep.equal(['a']);
    });

    it('rolls everything back when the last of the statements fails', async () => {
      const failed = one.transaction((query, last) =>
        TE.sequenceArray([note('a')(query), last('SELECT 1 / 0')]),
      );
      expect(await failed()).to.have.nested.property('left.cause.code', '22012');
      expect(await notes()).to.deep.equal([]);
    });

    it('never reports a commit with the last statement after an earlier one failed', async () => {
      const ignoring = one.transaction((query, last) =>
        pipe(
          query('SELECT 1 / 0'),
          TE.orElse(() => last('SELECT 1')),
        ),
      );
      expect(await tagOf(ignoring)).to.equal('StoreUnavailable');
    });

    it('returns its connection to the pool, also after an exception', async () => {
      const defect = one.transaction((query) =>
        pipe(
          note('a')(query),
          TE.chain(() => () => Promise.reject(new Error('a defect'))),
        ),
      );
      const outcomes = await Promise.all(
        Array.from({ length: 25 }, () =>
          defect().then(
            () => 'ended',
            (thrown: unknown) => String(thrown),
          ),
        ),
      );
      expect(new Set(outcomes)).to.deep.equal(new Set(['Error: a defect']));
      expect(await notes()).to.deep.equal([]);
    });
  });

  describe('a transaction that shares a lock', () => {
    const lockNumber = `
      SELECT (objid::BIGINT + (classid::BIGINT << 32))::TEXT AS number FROM pg_locks
      WHERE locktype = 'advisory' AND pid = pg_backend_pid()`;
    const waiting = `
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;

    it('runs beside others that share it', async () => {
      const inside = one.sharing('lock')(() =>
        TE.fromTask(() => valueOf(other.sharing('lock')((query) => query('SELECT 1 AS value')))),
      );
      expect(await valueOf(inside)).to.deep.equal([{ value: 1 }]);
    });

    it('waits for a transaction that holds it alone', async () => {
      const [locked] = await valueOf(one.sharing('lock')((query) => query(lockNumber)));
      const order: Array<string> = [];
      let shared: Promise<unknown> = Promise.resolve();
      const alone = one.transaction((query) =>
        pipe(
          query(`SELECT pg_advisory_xact_lock(${String(locked?.['number'])})`),
          TE.chainTaskK(() => async () => {
            shared = valueOf(other.sharing('lock')((inside) => inside('SELECT 1'))).then(() =>
              order.push('shared'),
            );
            await until(async () => (await valueOf(one.query(waiting))).length > 0);
            order.push('alone');
          }),
        ),
      );
      await valueOf(alone);
      await shared;
      expect(order).to.deep.equal(['alone', 'shared']);
    });

    it('does not wait for other locks', async () => {
      const inside = one.sharing('outer')(() =>
        TE.fromTask(() => valueOf(other.sharing('inner')((query) => query('SELECT 1 AS value')))),
      );
      expect(await valueOf(inside)).to.deep.equal([{ value: 1 }]);
    });
  });

  describe('a transaction that conflicts with another', () => {
    const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`;

    for (const code of ['40001', '40P01']) {
      it(`runs again as a whole after ${code}`, async () => {
        let runs = 0;
        const once = one.transaction((query) => {
          runs += 1;
          return pipe(
            note(`run ${runs}`)(query),
            TE.chain(() => query(runs === 1 ? raise(code) : 'SELECT 1')),
          );
        });
        await valueOf(once);
        expect(await notes()).to.deep.equal(['run 2']);
      });
    }

    for (const [code, times] of [
      ['40001', 5],
      ['40P01', 5],
      ['22012', 1],
    ] as const) {
      it(`runs ${times === 1 ? 'once' : `${times} times`} when it always ends in ${code}`, async () => {
        let runs = 0;
        const failing = one.transaction((query) => {
          runs += 1;
          return query(raise(code));
        });
        expect(await failing()).to.have.nested.property('left.cause.code', code);
        expect(runs).to.equal(times);
      });
    }
  });

  describe('a schema change', () => {
    const lock = (
      database: Database,
      waiting: () => void,
      work: (query: Query) => Promise<unknown>,
    ) => database.schemaChange(waiting)((query) => TE.fromTask(() => work(query)));

    it('waits for another one without a limit, and reports it once', async () => {
      const steps: Array<string> = [];
      let told = (): void => undefined;
      const waits = new Promise<void>((resolve) => {
        told = resolve;
      });
      let following: Promise<unknown> = Promise.resolve();
      const leading = lock(one, notCalled, async () => {
        following = valueOf(
          lock(
            other,
            () => {
              steps.push('waits');
              told();
            },
            async () => steps.push('second'),
          ),
        );
        await waits;
        steps.push('first');
      });
      await valueOf(leading);
      await following;
      expect(steps).to.deep.equal(['waits', 'first', 'second']);
    });

    it('lets others go first while a table is in use, and tries again', async () => {
      await valueOf(one.query('CREATE TABLE used (id INTEGER)'));
      let tries = 0;
      let changing: Promise<unknown> = Promise.resolve();
      const reading = one.transaction((query) =>
        pipe(
          query('SELECT id FROM used'),
          TE.tapTask(() => async () => {
            await new Promise<void>((triedAgain) => {
              const change = other.schemaChange(notCalled)((inside) => {
                tries += 1;
                if (tries === 2) triedAgain();
                return inside('ALTER TABLE used ADD COLUMN more INTEGER');
              });
              changing = valueOf(change);
            });
          }),
        ),
      );
      await valueOf(reading);
      await changing;
      expect(tries).to.be.at.least(2);
      expect(await valueOf(one.query('SELECT more FROM used'))).to.deep.equal([]);
    });

    it('has no time-out except for locks that others hold', async () => {
      const limits = one.schemaChange(notCalled)((query) =>
        query(`
          SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`),
      );
      expect(await valueOf(limits)).to.deep.equal([{ statement: '0', lock: '1s' }]);
      expect(
        await valueOf(one.query("SELECT current_setting('statement_timeout') AS statement")),
      ).to.deep.equal([{ statement: '10s' }]);
    });
  });

  describe('an announcement', () => {
    /** An instance that listens, once it was notified that it may have missed announcements. */
    const listener = async () => {
      const database = await open(url());
      const heard = { times: 0 };
      const end = database.onAnnouncement(() => {
        heard.times += 1;
      });
      await until(() => heard.times === 1);
      return { database, heard, end };
    };

    it('reaches other instances only once it is committed', async () => {
      const { heard } = await listener();
      const nextOf = async (task: TE.TaskEither<unknown, unknown>): Promise<number> => {
        const { times } = heard;
        await task();
        await until(() => heard.times > times);
        return heard.times;
      };
      const another = other.query(announce(other));
      const rolledBack = one.transaction((query) =>
        pipe(
          query(announce(one)),
          TE.chainW(() => TE.left('rolled back')),
        ),
      );
      for (const refused of Array.from({ length: 5 }, () => rolledBack)) await refused();
      expect(await nextOf(another)).to.equal(2);

      const committed = one.transaction((query) =>
        pipe(
          query(announce(one)),
          TE.chainTaskK(() => () => nextOf(another)),
          TE.map((times) => expect(times).to.equal(3)),
        ),
      );
      await valueOf(committed);
      await until(() => heard.times > 3);
      expect(await nextOf(another)).to.equal(5);
    });

    it('does not reach its own instance, or a listener that was removed', async () => {
      const ended = await listener();
      const maker = await listener();
      ended.end();

      const own = Array.from({ length: 20 }, () => announce(maker.database));
      for (const sql of own) await valueOf(maker.database.query(sql));
      for (const times of [2, 3, 4]) {
        await valueOf(one.query(announce(one)));
        await until(() => maker.heard.times >= times);
      }

      expect([ended.heard.times, maker.heard.times]).to.deep.equal([1, 4]);
    });
  });

  describe('closing it', () => {
    const connections = async (): Promise<unknown> =>
      (
        await valueOf(
          one.query(
            "SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'ending'",
          ),
        )
      )[0]?.['open'];

    it('waits for running statements, and leaves no connection', async () => {
      const ending = await open(`${url()}?application_name=ending`);
      ending.onAnnouncement(() => undefined);
      const under = valueOf(
        ending.transaction((query) =>
          pipe(
            query('SELECT pg_sleep(0.05)'),
            TE.chain(() => note('kept')(query)),
          ),
        ),
      );
      await until(async () => (await connections()) === 2);

      await valueOf(ending.close);

      await under;
      expect(await notes()).to.deep.equal(['kept']);
      await until(async () => (await connections()) === 0);
      expect(await tagOf(ending.query('SELECT 1'))).to.equal('StoreUnavailable');
      expect(await tagOf(ending.close)).to.equal('done');
    });
  });

  it('fails with StoreUnavailable if the server is not there', async () => {
    const nowhere = await open(`postgres://postgres@127.0.0.1:${await freePort()}/none`);
    expect(await tagOf(nowhere.query('SELECT 1'))).to.equal('StoreUnavailable');
    expect(await tagOf(nowhere.transaction((query) => query('SELECT 1')))).to.equal(
      'StoreUnavailable',
    );
  });

  it('fails with StoreUnavailable if the URL is invalid', async () => {
    const task = pipe(
      openPostgres('postgres://%'),
      TE.chain(({ query }) => query('SELECT 1')),
    );
    expect(await tagOf(task)).to.equal('StoreUnavailable');
  });
});
