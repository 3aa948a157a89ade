import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { at, textAt } from '../support/json/at.js';
import { commandLineOfRun } from '../support/programs/command-line-of-run.js';
import { runProgram } from '../support/programs/run-program.js';

const action: unknown = parse(readFileSync('action.yml', 'utf8'));

describe('action.yml', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-action-'));
    await mkdir(join(folder, 'bin'));
    // It takes the place of npx, and runs the command line of this run.
    await writeFile(
      join(folder, 'bin', 'npx'),
      `#!/bin/sh\necho "$@" >"${folder}/called"\necho $$ >"${folder}/pid"\nshift 4\nexec '${process.execPath}' '${commandLineOfRun()}' "$@"\n`,
      { mode: 0o755 },
    );
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs its step as GitHub does, with these inputs, and returns what it sets. */
  const runStep = async (inputs: Readonly<Record<string, string>>) => {
    const files = ['env', 'output'].map((name) => join(folder, name));
    for (const file of files) await writeFile(file, '');
    const [environment = '', output = ''] = files;
    const { code, stdout } = await runProgram(
      'bash',
      ['-eo', 'pipefail', '-c', textAt(action, 'runs.steps.0.run')],
      {
        cwd: folder,
        env: {
          PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
          RUNNER_TEMP: folder,
          GITHUB_ENV: environment,
          GITHUB_OUTPUT: output,
          PACKAGE: textAt(action, 'inputs.package.default'),
          WEBHOOK: '',
          ARGUMENTS: '',
          ...inputs,
        },
      },
    );
    return {
      code,
      stdout,
      variables: new Map(
        [environment, output]
          .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
          .map((line) => [line.split('=')[0], line.split('=').slice(1).join('=')]),
      ),
    };
  };

  it('starts the local server for later steps, and sets their variables and its outputs', async () => {
    const secret = ['whsec', 'action'].join('_');
    // An earlier server of the job. `*` would be the names of the files there.
    await writeFile(
      join(folder, 'pasarela-fake.log'),
      'pasarela 0.1.0 listens on http://127.0.0.1:1 as Stripe: STRIPE_BASE_URL=http://127.0.0.1:1\n',
    );
    const { code, stdout, variables } = await runStep({
      SERVER_PORT: '0',
      WEBHOOK: 'http://127.0.0.1:1/webhooks',
      ARGUMENTS: `--seed * --secret ${secret}`,
    });
    try {
      expect(code, stdout).to.equal(0);
      expect([...variables.keys()]).to.deep.equal([
        'STRIPE_BASE_URL',
        'STRIPE_SECRET_KEY',
        'WEBHOOK_SECRET',
        ...Object.keys(Object(at(action, 'outputs'))),
      ]);
      expect(variables.get('webhook-secret')).to.equal(secret);
      const response = await fetch(`${variables.get('STRIPE_BASE_URL')}/v1/customers`, {
        headers: { authorization: `Bearer ${variables.get('STRIPE_SECRET_KEY')}` },
      });
      expect(response.status).to.equal(200);
      expect(await readFile(join(folder, 'called'), 'utf8')).to.match(
        /^--yes --package pasarela@latest pasarela fake --port 0 --webhook http/,
      );
    } finally {
      process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGTERM');
    }
  });

  it('fails with what the server says when it does not start', async () => {
    const { code, stdout } = await runStep({ SERVER_PORT: 'none' });
    expect(code).to.equal(1);
    expect(stdout).to.match(/^::error::pasarela fake does not start: .*--port must be/);
  });
});

describe('.github/workflows/release.yml', () => {
  const workflow: unknown = parse(readFileSync('.github/workflows/release.yml', 'utf8'));
  const text = readFileSync('.github/workflows/release.yml', 'utf8');

  it('lets npm know the run, and only the job that publishes', () => {
    const jobs = Object.entries(Object(at(workflow, 'jobs')));
    const withToken = jobs.filter(([, job]) => at(job, 'permissions.id-token') === 'write');
    expect(withToken.map(([name]) => name)).to.deep.equal(['npm']);
    expect(at(workflow, 'permissions')).to.deep.equal({ contents: 'read' });
    expect(text).to.include('npm publish packed/*.tgz --provenance --access public');
    expect(text).not.to.match(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  });

  it('tries the package on the Nodes that the release does, after the tests, and then publishes', () => {
    const needs = (job: string): unknown => at(workflow, `jobs.${job}.needs`);
    expect(['try', 'npm', 'image'].map(needs)).to.deep.equal(['package', 'try', 'try']);
    expect(at(workflow, 'jobs.try.strategy.matrix.node')).to.deep.equal([
      '20.19',
      '22',
      '24',
      '26',
    ]);
    const { engines }: { engines: object } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines).to.deep.equal({ node: '>=20.19' });
    const tests = text.indexOf('- run: npm test');
    expect(tests).to.be.within(0, text.indexOf('- run: npm pack'));
  });
});
