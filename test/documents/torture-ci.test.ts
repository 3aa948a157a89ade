import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { objectFields } from '../../src/domain/input/json.js';
import { at } from '../support/json/at.js';
import { usePrograms } from '../support/programs/use-programs.js';

// A shop that pays, and charges a second time for a second tab.
const shop = `
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
const orders = new Map();
const pay = async ({ id, amount, card }) => {
  const response = await fetch(process.env.PROCESSOR + '/v1/payment_intents', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + process.env.KEY },
    body: new URLSearchParams({ amount, currency: 'eur', payment_method: card.paymentMethod, confirm: 'true', 'payment_method_types[]': 'card', 'metadata[order]': id }),
  });
  const { status } = await response.json();
  orders.set(id, { id, amount, state: status === 'succeeded' ? 'paid' : 'failed' });
  return { outcome: orders.get(id).state };
};
createServer(async (request, response) => {
  const answer = request.method === 'POST' ? await pay(JSON.parse(await text(request))) : [...orders.values()];
  response.end(JSON.stringify(answer));
}).listen(process.env.PORT, '127.0.0.1');
`;

// Almost all that could happen is left out, so that it takes seconds.
const configuration = `
import { incidents } from './incidents.mjs';
const ask = async (url, options) => (await fetch(url, options)).json();
export default {
  shop: { command: [process.execPath, 'shop.mjs'], env: { PORT: '{port}', PROCESSOR: '{processor}', KEY: '{apiKey}' } },
  plan: { seed: 3, without: incidents },
  settle: { quietMs: 50, patienceMs: 0 },
  shrink: false,
  pay: (order, { url, signal }) => ask(url, { method: 'POST', body: JSON.stringify(order), signal }),
  orders: ({ url, signal }) => ask(url, { signal }),
};
`;

const kept = new Set(['second_tab', 'retries']);

const files = async () => {
  const { incidentKinds } = await import('../../src/torture/plan/incident.js');
  const incidents = incidentKinds.filter((kind) => !kept.has(kind));
  return {
    'shop.mjs': shop,
    'torture.config.mjs': configuration,
    'incidents.mjs': `export const incidents = ${JSON.stringify(incidents)};`,
  };
};

const jobs = async (): Promise<ReadonlyMap<string, unknown>> => {
  const page = await readFile('docs/torture.md', 'utf8');
  const blocks = [...page.matchAll(/```yaml\n# (\S+)\n([^]*?)```/g)];
  return new Map(
    blocks.map(([, name = '', yaml = '']) => {
      const file: unknown = parse(yaml);
      return [name, at(file, 'jobs.torture') ?? at(file, 'torture')];
    }),
  );
};

const texts = (list: unknown): ReadonlyArray<string> =>
  (Array.isArray(list) ? list : []).map((step: unknown) =>
    typeof step === 'string' ? step : String(objectFields(step)['run'] ?? ''),
  );

describe('the jobs for CI in docs/torture.md', () => {
  const { start } = usePrograms();

  it('are one for GitHub and one for GitLab, with the same commands', async () => {
    const known = await jobs();
    expect([...known.keys()]).to.deep.equal(['.github/workflows/torture.yml', '.gitlab-ci.yml']);
    const [github, gitlab] = [...known.values()];
    const commands = texts(at(github, 'steps')).filter((command) => command !== '');
    expect(commands).to.deep.equal(texts(at(gitlab, 'script')));
    expect(commands[0]).to.equal('npm ci');
  });

  it('run, fail when a rule is broken, and leave what they keep', async () => {
    const gitlab = (await jobs()).get('.gitlab-ci.yml');
    const [, command = ''] = texts(at(gitlab, 'script'));
    const [npx, pasarela, ...args] = command.split(' ');
    expect([npx, pasarela]).to.deep.equal(['npx', 'pasarela']);
    const program = await start(args, {}, await files());
    const { code, stderr } = await program.end;
    expect(code, stderr).to.equal(1);
    expect(stderr).to.include('the certificate torture.certificate.json is new');
    for (const path of [
      at(gitlab, 'artifacts.paths.0'),
      at(gitlab, 'artifacts.reports.junit'),
      'torture.certificate.json',
    ]) {
      await access(join(program.folder, String(path)));
    }
  });
});
