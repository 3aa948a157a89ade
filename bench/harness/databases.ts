import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../test/support/stores/postgres/start-postgres.js';
import type { Workshop } from './workshop.js';

const runOn = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
};

/** The kinds of stores, with a function that returns the location of a new, empty one. */
export const newStores = ({ folder, atEnd }: Workshop) => {
  let server: Promise<string> | undefined;
  let made = 0;
  const nextName = (): string => {
    made += 1;
    return `pasarela_bench_${process.pid}_${made}`;
  };

  const startServer = async (): Promise<string> => {
    const given = process.env['BENCH_DATABASE_URL'];
    if (given !== undefined) return given;
    const { url, end } = await startPostgres({ durable: true });
    atEnd(end);
    return url;
  };

  const newDatabase = async (): Promise<string> => {
    server ??= startServer();
    const url = await server;
    const name = nextName();
    await runOn(url, `CREATE DATABASE ${name}`);
    atEnd(() => runOn(url, `DROP DATABASE ${name} WITH (FORCE)`));
    const location = new URL(url);
    location.pathname = `/${name}`;
    return location.href;
  };

  return {
    memory: async () => 'memory:',
    SQLite: async () => `file:${join(folder, `${nextName()}.db`)}`,
    PostgreSQL: newDatabase,
  };
};
