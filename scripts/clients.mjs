import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clients } from './clients/clients.mjs';
import { install, NotAvailable } from './clients/install.mjs';
import { runScenario, startFake } from './clients/run-scenario.mjs';
import { resultOf, selectClients, tableOf } from './clients/table.mjs';

const help = `Usage: npm run clients -- [options] [client ...]

Pays at a local "pasarela fake" with other people's clients of Stripe, and prints a table. Each client is installed into a
temporary folder outside the project, one after the other, from npm or from Debian's packages. No install script runs.

Clients: ${clients.map(({ name }) => name).join(', ')}
A name without its version stands for all of its versions: stripe-node. Default: all clients.

Options:
  --cache <folder>  keep the installed clients in this folder, and use those that it has
  --steps           print every step, not only those that fail
  --list            print the names of the clients
  --help            print this help

It exits with 1 when a step fails. Clients that this machine cannot install or run are skipped, and named.`;

const fail = (message) => {
  process.stderr.write(`clients: ${message}\n`);
  process.exitCode = 1;
};

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        cache: { type: 'string' },
        steps: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(`${error.message.split('. ')[0]}; --help shows the options`);
    return null;
  }
};

const root = resolve(import.meta.dirname, '..');

const build = () => {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
};

const tryClient = async (client, folder, fake) => {
  try {
    const version = install(client, folder);
    const outcome = await runScenario(client, { folder, fake });
    return resultOf(client.name, version, outcome);
  } catch (error) {
    if (error instanceof NotAvailable) return { name: client.name, skipped: error.message };
    throw error;
  }
};

const report = (result, withSteps) => {
  const { name, version, skipped, passed, of, steps = [] } = result;
  const lines = [
    skipped === undefined
      ? `${name} ${version}: ${passed} of ${of}`
      : `${name}: skipped, ${skipped}`,
    ...steps
      .filter(({ error }) => error !== undefined || withSteps)
      .map((one) =>
        one.error === undefined ? `  ok      ${one.name}` : `  FAILED  ${one.name}: ${one.error}`,
      ),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
};

const runAll = async (chosen, { cache, steps }) => {
  const temporary = mkdtempSync(join(tmpdir(), 'pasarela-clients-'));
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  const fake = await startFake(root);
  const results = [];
  try {
    for (const client of chosen) {
      const folder = join(cache === undefined ? temporary : resolve(cache), client.name);
      mkdirSync(folder, { recursive: true });
      // One after the other: some clients are large.
      // oxlint-disable-next-line no-await-in-loop
      const result = await tryClient(client, folder, fake);
      if (cache === undefined) rmSync(folder, { recursive: true, force: true });
      report(result, steps);
      results.push(result);
    }
  } finally {
    await fake.stop();
  }
  return results;
};

const main = async () => {
  const options = given();
  if (options === null) return;
  const { values, positionals } = options;
  if (values.help) {
    console.log(help);
    return;
  }
  const { chosen, unknown } = selectClients(clients, positionals);
  if (unknown.length > 0) {
    fail(`no client is named ${unknown.join(', ')}; --list prints the names`);
    return;
  }
  if (values.list) {
    console.log(chosen.map(({ name }) => name).join('\n'));
    return;
  }
  if (!build()) {
    process.exitCode = 1;
    return;
  }
  const results = await runAll(chosen, values);
  console.log(tableOf(results));
  if (results.some(({ passed, of }) => passed !== of)) process.exitCode = 1;
};

await main();
