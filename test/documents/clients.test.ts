import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';

type Client = { readonly name: string };
type Step = { readonly name: string; readonly error?: string };
type Result = Client & { readonly [field: string]: unknown };

/** `scripts/clients/table.mjs`. */
type ClientsTable = {
  readonly selectClients: (
    clients: ReadonlyArray<Client>,
    names: ReadonlyArray<string>,
  ) => { readonly chosen: ReadonlyArray<Client>; readonly unknown: ReadonlyArray<string> };
  readonly resultOf: (
    name: string,
    version: string,
    outcome: { readonly steps: ReadonlyArray<Step>; readonly ended: string | null },
  ) => Result;
  readonly tableOf: (results: ReadonlyArray<Result>) => string;
};

const isTable = (module: unknown): module is ClientsTable =>
  typeof module === 'object' && module !== null && 'tableOf' in module;

const load = async (): Promise<ClientsTable> => {
  const module: unknown = await import(
    new URL('../../../scripts/clients/table.mjs', import.meta.url).href
  );
  if (!isTable(module)) throw new Error('scripts/clients/table.mjs has no tableOf');
  return module;
};

const run = async (...args: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['scripts/clients.mjs', ...args])).stdout;

describe('npm run clients', () => {
  it('is documented with a line for each client', async () => {
    const page = await readFile('docs/internals/clients.md', 'utf8');
    const [, section = ''] = page.split('| Client | Version | Steps | First failure |\n');
    const [table = ''] = section.split('\n\n');
    const documented = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name);
    expect(documented).to.deep.equal((await run('--list')).trim().split('\n'));
  });

  it('takes the names of clients and families, and refuses others', async () => {
    const { selectClients } = await load();
    const clients = ['stripe-node@8', 'stripe-node@9', 'medusa'].map((name) => ({ name }));
    const chosen = (...names: ReadonlyArray<string>) =>
      selectClients(clients, names).chosen.map(({ name }) => name);
    expect(chosen()).to.deep.equal(['stripe-node@8', 'stripe-node@9', 'medusa']);
    expect(chosen('medusa', 'stripe-node@9')).to.deep.equal(['stripe-node@9', 'medusa']);
    expect(chosen('stripe-node')).to.deep.equal(['stripe-node@8', 'stripe-node@9']);
    expect(selectClients(clients, ['medus', 'medusa']).unknown).to.deep.equal(['medus']);
    const refused: unknown = await run('medus').catch((error: unknown) => error);
    expect(refused).to.deep.include({
      code: 1,
      stderr: 'clients: no client is named medus; --list prints the names\n',
    });
  });

  it('prints the steps, the first failure and what it skipped', async () => {
    const { resultOf, tableOf } = await load();
    const steps = [{ name: 'pay' }, { name: 'refund', error: 'a | b\n  c' }, { name: 'delete' }];
    expect(
      tableOf([
        resultOf('stripe-node@9', '9.16.0', { steps: [{ name: 'pay' }], ended: null }),
        resultOf('medusa', '2.0.0', { steps, ended: null }),
        resultOf('payload', '3.0.0', { steps: [], ended: 'exit code 1' }),
        { name: 'stripe-python', skipped: 'this machine has no apt-get' },
      ]),
    ).to.equal(
      [
        '| Client | Version | Steps | First failure |',
        '|---|---|---|---|',
        '| stripe-node@9 | 9.16.0 | 1 of 1 | |',
        String.raw`| medusa | 2.0.0 | 2 of 3 | refund: a \| b c |`,
        '| payload | 3.0.0 | 0 of 1 | reach the end: exit code 1 |',
        '| stripe-python | | skipped | this machine has no apt-get |',
      ].join('\n'),
    );
  });
});
