import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { readReplay } from '../../../src/torture/report/replay-file.js';
import { writeReports } from '../../../src/torture/report/write-reports.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';
import { at } from '../../support/json/at.js';
import { sampleResult } from '../../support/torture/sample-result.js';

const now = new Date('2026-11-23T12:00:00Z');

describe('writing the reports', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-reports-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('writes page, JUnit XML, JSON, replay file and test, and says where they are', async () => {
    const target = join(folder, 'a', 'report');
    const result = sampleResult();
    const files = await writeReports(result, target, join(folder, 'torture.config.mjs'), now);
    expect((await readdir(target)).toSorted()).to.deep.equal([
      'charged_twice.json',
      'charged_twice.test.cjs',
      'charged_twice.test.mjs',
      'index.html',
      'junit.xml',
      'report.json',
    ]);
    const { replay = '', test = '' } = files.replays.get('charged_twice') ?? {};
    const plan = readReplay(replay, await readFile(replay, 'utf8'));
    expect(plan).to.deep.equal(result.broken[0]?.smallest?.plan);
    const source = await readFile(test, 'utf8');
    expect(source).to.include('new URL("../../torture.config.mjs", import.meta.url)');
    // The names of the packages are found, the syntax is right.
    execFileSync(process.execPath, ['--check', test]);
    const json: unknown = JSON.parse(await readFile(files.json, 'utf8'));
    expect(at(json, 'version')).to.equal(1);
    expect(at(json, 'took_ms')).to.equal(41_250);
    expect(at(json, 'broken.0.rule')).to.equal('charged_twice');
    expect(at(json, 'broken.0.smallest.stories.0.lines.1.lost')).to.equal('back');
    expect(await readFile(files.page, 'utf8')).to.include(`--replay ${replay}`);
  });

  it('writes commands and tests that work where paths have spaces and signs of URLs', async () => {
    const target = join(folder, "the shop's reports");
    const configuration = join(folder, '100% #1 (a?b)', 'torture.config.mjs');
    const files = await writeReports(sampleResult(), target, configuration, now);
    const { replay = '', test = '' } = files.replays.get('charged_twice') ?? {};
    const page = await readFile(files.page, 'utf8');
    const [, command = ''] = /<code>npx pasarela (.*?)<\/code>/.exec(page) ?? [];
    const text = command.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    const printed = execFileSync('sh', ['-c', `printf '%s\\n' ${text}`], { encoding: 'utf8' });
    expect(printed.split('\n')).to.deep.equal(['torture', configuration, '--replay', replay, '']);
    const source = await readFile(test, 'utf8');
    const [, path = ''] = /new URL\("(.*)", import/.exec(source) ?? [];
    expect(fileURLToPath(new URL(path, pathToFileURL(test)))).to.equal(configuration);
  });

  for (const [outcome, fails] of [
    ['rejects', true],
    ['resolves', false],
  ] as const) {
    it(`writes a test for jest, which ${fails ? 'fails with the message' : 'passes'} when torture ${outcome}`, async () => {
      const configuration = join(folder, '100% #1', 'torture.config.mjs');
      const files = await writeReports(sampleResult(), folder, configuration, now);
      const installed = join(folder, 'node_modules', 'pasarela');
      await mkdir(installed, { recursive: true });
      await writeFile(
        join(installed, 'package.json'),
        JSON.stringify({ name: 'pasarela', exports: { './torture': './torture.mjs' } }),
      );
      await writeFile(
        join(installed, 'torture.mjs'),
        `export const loadConfiguration = async (url) => url.href;
export const torture = async (options, { replay }) => {
  if (${fails}) throw new Error([options, replay.seed, replay.orders.length].join(' '));
};`,
      );
      const runner = `globalThis.test = (title, work) =>
  work((error) => console.log(JSON.stringify({ title, message: error?.message.trim() ?? null })));
require(process.argv[1]);`;
      const { jest = '' } = files.replays.get('charged_twice') ?? {};
      const told: unknown = JSON.parse(
        execFileSync(process.execPath, ['--eval', runner, jest], { encoding: 'utf8' }),
      );
      const { seed, orders = [] } = sampleResult().broken[0]?.smallest?.plan ?? {};
      expect(told).to.deep.equal({
        title: 'Charged twice (charged_twice) does not happen again',
        message: fails ? `${pathToFileURL(configuration).href} ${seed} ${orders.length}` : null,
      });
    });
  }

  it('writes the certificate where single faults were played', async () => {
    const cell = { journey: 'paid', message: 'POST /v1/refunds', fault: 'answer_lost' };
    const certificate = { cells: [{ ...cell, mark: 'held', rules: [] } as const] };
    const untried = ['no pairs of faults: 180 of 200 single faults broke a rule already'];
    const result = { ...sampleResult(), certificate, untried };
    const files = await writeReports(result, folder, 'a.mjs', now);
    expect(files.certificate).to.equal(join(folder, 'certificate.txt'));
    const text = await readFile(join(folder, 'certificate.txt'), 'utf8');
    expect(text.split('\n')).to.deep.equal([
      '1 of 1 single fault holds.',
      'Not tried: no pairs of faults: 180 of 200 single faults broke a rule already',
      '',
      'POST /v1/refunds',
      '  ✓ answer_lost  held',
      '',
    ]);
    const none = await writeReports(sampleResult(), folder, 'a.mjs', now);
    expect(none.certificate).to.equal(null);
  });

  it('writes no replay where there is no smallest plan', async () => {
    const result = sampleResult();
    const broken = result.broken.map((one) => ({ ...one, smallest: null }));
    const files = await writeReports({ ...result, broken }, folder, 'torture.config.mjs', now);
    expect(files.replays.size).to.equal(0);
    expect(await readdir(folder)).to.have.length(3);
  });

  it('says what to do about a folder that cannot be written to', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const error = await rejectionOf(
      writeReports(sampleResult(), join(file, 'report'), 'torture.config.mjs', now),
    );
    expect(error)
      .to.match(/^TortureProblem: the reports cannot be written to/)
      .and.include('Name another folder with --report');
  });

  it('names a configuration in the folder of the reports as imports do', async () => {
    const files = await writeReports(sampleResult(), folder, join(folder, 'own.config.mjs'), now);
    const test = await readFile(files.replays.get('charged_twice')?.test ?? '', 'utf8');
    expect(test).to.include('new URL("./own.config.mjs", import.meta.url)');
  });
});
