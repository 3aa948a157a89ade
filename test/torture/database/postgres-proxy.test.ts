import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { Client } from 'pg';
import { type Commit, startPostgresProxy } from '../../../src/torture/database/postgres-proxy.js';
import {
  type PostgresServer,
  startPostgres,
} from '../../support/stores/postgres/start-postgres.js';

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

describe('the proxy before a PostgreSQL', () => {
  let server: PostgresServer;
  let target: { readonly host: string; readonly port: number };
  const problems: Array<unknown> = [];
  const clients: Array<Client> = [];

  /** A proxy, and a client of the database behind it. */
  const through = async (handle: (commit: Commit) => Promise<void>) => {
    const onProblem = (problem: unknown) => problems.push(problem);
    const proxy = await startPostgresProxy({ target, handle, onProblem });
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const client = new Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return { client, proxy };
  };

  const passes: (commit: Commit) => Promise<void> = async ({ forward, answer }) => {
    await forward();
    answer();
  };

  const direct = async (sql: string): Promise<ReadonlyArray<unknown>> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql);
    await client.end();
    return rows.flatMap((row) => Object.values(row));
  };

  before(async () => {
    server = await startPostgres();
    const { hostname, port } = new URL(server.url);
    target = { host: hostname, port: Number(port) };
    await direct('CREATE TABLE orders (id text PRIMARY KEY, state text)');
  });

  beforeEach(async () => {
    await direct('DELETE FROM orders');
  });

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
    expect(problems.splice(0)).to.deep.equal([]);
  });

  after(async () => {
    await server.end();
  });

  it('shows each commit that writes, with its statements and parameters, and no other', async () => {
    const seen: Array<readonly [name: string, hasId: boolean]> = [];
    const { client, proxy } = await through((commit) => {
      seen.push([commit.name, commit.text.includes('o-17')]);
      return passes(commit);
    });
    await client.query('SELECT 1');
    await client.query('INSERT INTO orders VALUES ($1, $2)', ['o-17', 'open']);
    await client.query('BEGIN');
    await client.query('SELECT * FROM orders FOR UPDATE');
    await client.query({
      name: 'pay',
      text: 'UPDATE orders SET state = $2 WHERE id = $1',
      values: ['o-17', 'paid'],
    });
    await client.query('INSERT INTO orders VALUES ($1)', ['other']);
    await client.query('COMMIT');
    await client.query({
      name: 'pay',
      text: 'UPDATE orders SET state = $2 WHERE id = $1',
      values: ['o-17', 'sent'],
    });
    await client.query("BEGIN; DELETE FROM orders WHERE id = 'other'; COMMIT");
    await client.query('BEGIN');
    await client.query('DELETE FROM orders');
    await client.query('ROLLBACK');
    expect(seen).to.deep.equal([
      ['insert orders', true],
      ['update orders, insert orders', true],
      ['update orders', true],
      ['delete orders', false],
    ]);
    expect(await direct('SELECT id, state FROM orders')).to.deep.equal(['o-17', 'sent']);
    await proxy.close();
  });

  it('says that the database refused a commit', async () => {
    const ends: Array<boolean> = [];
    const { client, proxy } = await through(async ({ forward, answer }) => {
      ends.push(await forward());
      answer();
    });
    await client.query("INSERT INTO orders VALUES ('a')");
    expect(await codeOf(client.query("INSERT INTO orders VALUES ('a')"))).to.equal('23505');
    await client.query('BEGIN');
    await codeOf(client.query("INSERT INTO orders VALUES ('a')"));
    // PostgreSQL rolls a transaction back that failed, whatever ends it.
    await client.query('COMMIT');
    expect(ends).to.deep.equal([true, false]);
    await proxy.close();
  });

  it('takes a transaction back with a deadlock, and the connection can be used again', async () => {
    let isFirst = true;
    const { client, proxy } = await through(async (commit) => {
      if (!isFirst) return passes(commit);
      isFirst = false;
      return commit.refuse();
    });
    await client.query('BEGIN');
    await client.query("INSERT INTO orders VALUES ('a')");
    expect(await codeOf(client.query('COMMIT'))).to.equal('40P01');
    expect(await direct('SELECT id FROM orders')).to.deep.equal([]);
    await client.query('INSERT INTO orders VALUES ($1)', ['b']);
    expect(await direct('SELECT id FROM orders')).to.deep.equal(['b']);
    await proxy.close();
  });

  it('takes a statement back that would commit by itself', async () => {
    const { client, proxy } = await through((commit) => commit.refuse());
    expect(await codeOf(client.query('INSERT INTO orders VALUES ($1)', ['a']))).to.equal('40P01');
    expect(await direct('SELECT id FROM orders')).to.deep.equal([]);
    await proxy.close();
  });

  it('breaks off before a commit, which is not made, and after it, when it is', async () => {
    const breaking = await through(async ({ breakOff }) => breakOff());
    await breaking.client.query('BEGIN');
    await breaking.client.query("INSERT INTO orders VALUES ('a')");
    expect(await codeOf(breaking.client.query('COMMIT'))).to.not.equal('none');
    const losing = await through(async ({ forward, breakOff }) => {
      expect(await forward()).to.equal(true);
      breakOff();
    });
    expect(await codeOf(losing.client.query("INSERT INTO orders VALUES ('b')"))).to.not.equal(
      'none',
    );
    expect(await direct('SELECT id FROM orders')).to.deep.equal(['b']);
    await breaking.proxy.close();
    await losing.proxy.close();
  });

  it('tells a client that asks for TLS that there is none, and passes on requests to cancel', async () => {
    const { client, proxy } = await through(passes);
    const sslRequest = connect(proxy.port, '127.0.0.1');
    sslRequest.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
    const [answered] = await once(sslRequest, 'data');
    expect(String(answered)).to.equal('N');
    sslRequest.destroy();
    const sleeping = codeOf(client.query('SELECT pg_sleep(60)'));
    const running = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'";
    while ((await direct(running)).length === 0);
    const [pid, secret] = ['processID', 'secretKey'].map((key) => Number(Reflect.get(client, key)));
    const canceling = connect(proxy.port, '127.0.0.1');
    const cancel = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 0, 0, 0, 0, 0]);
    cancel.writeInt32BE(pid ?? 0, 8);
    cancel.writeInt32BE(secret ?? 0, 12);
    canceling.end(cancel);
    expect(await sleeping).to.equal('57014');
    await proxy.close();
  });

  it('closes connections that are open', async () => {
    const { client, proxy } = await through(passes);
    const ended = new Promise((resolve) => {
      client.once('end', resolve);
    });
    await proxy.close();
    await ended;
    expect(await codeOf(client.query('SELECT 1'))).to.not.equal('none');
  });
});
