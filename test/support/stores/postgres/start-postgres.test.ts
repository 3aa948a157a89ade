import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect } from 'chai';
import { Client } from 'pg';
import { until } from '../../time/until.js';
import { startPostgres } from './start-postgres.js';

const program = `
import { startPostgres } from ${JSON.stringify(new URL('./start-postgres.js', import.meta.url).href)};
const { url } = await startPostgres();
console.log(url);
process.stdin.resume();
`;

const ask = async (url: string, sql: string): Promise<string> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly value: string }>(sql);
  await client.end();
  return rows[0]?.value ?? '';
};

const folderOf = (url: string) => ask(url, "SELECT current_setting('data_directory') AS value");

const answers = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('a PostgreSQL of the tests', () => {
  it('keeps its data while it is stopped', async () => {
    const server = await startPostgres();
    await ask(server.url, "CREATE TABLE kept AS SELECT 'this' AS value");

    await server.stop();
    expect(await answers(server.url)).to.equal(false);
    await server.start();
    expect(await ask(server.url, 'SELECT value FROM kept')).to.equal('this');

    const folder = await folderOf(server.url);
    await server.end();
    expect(await exists(folder)).to.equal(false);
  });

  it('ends when the process that started it is killed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const url = String(line).trim();
    const folder = await folderOf(url);

    child.kill('SIGKILL');

    await until(async () => !(await answers(url)));
    await until(async () => !(await exists(folder)));
  });
});
