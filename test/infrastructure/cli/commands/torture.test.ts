import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { incidentKinds } from '../../../../src/torture/plan/incident.js';
import { at } from '../../../support/json/at.js';
import { runHere } from '../../../support/programs/run-here.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

// A shop without a database: each request to pay is a charge.
const shop = `
import { writeFileSync } from 'node:fs';
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
  const state = status === 'succeeded' ? 'paid' : 'failed';
  orders.set(id, { id, amount, state });
  return { outcome: state };
};
createServer(async (request, response) => {
  const answer = request.method === 'POST' ? await pay(JSON.parse(await text(request))) : [...orders.values()];
  response.end(JSON.stringify(answer));
}).listen(process.env.PORT, '127.0.0.1');
writeFileSync('pid', String(process.pid));
`;

const configuration = `
import { mkdirSync } from 'node:fs';
const ask = async (url, options) => (await fetch(url, options)).json();
const folders = new Set();
export default {
  shop: { command: [process.execPath, 'shop.mjs'], env: { PORT: '{port}', PROCESSOR: '{processor}', KEY: '{apiKey}' } },
  settle: { quietMs: 50, patienceMs: 0 },
  pay: (order, { url, signal, folder }) => {
    folders.add(folder);
    if (folders.size > Number(process.env.RUNS_UNTIL_HANG ?? 1000)) {
      console.error('paying');
      return new Promise(() => {});
    }
    return ask(url, { method: 'POST', body: JSON.stringify(order), signal });
  },
  orders: ({ url, signal, folder }) => {
    folders.add(folder);
    if (process.env.FOLDER_IN_THE_WAY) mkdirSync(process.env.FOLDER_IN_THE_WAY, { recursive: true });
    if (folders.size > Number(process.env.RUNS_UNTIL_BROKEN ?? 1000)) throw new Error('HTTP 500');
    return ask(url, { signal });
  },
  plan: { without: process.env.WITHOUT?.split(' ') },
};
`;

const replay = JSON.stringify({
  object: 'pasarela.torture-replay',
  version: 1,
  plan: {
    version: 1,
    seed: 7,
    atOnce: 1,
    orders: [
      {
        number: 3,
        amount: 1999,
        currency: 'eur',
        incidents: [{ id: '3.1', kind: 'second_tab', ms: 0 }],
      },
    ],
  },
});

const files = { 'shop.mjs': shop, 'torture.config.mjs': configuration, 'replay.json': replay };

const mostKinds = incidentKinds.filter((kind) => !['request_lost', 'answer_lost'].includes(kind));

describe('pasarela torture', () => {
  const { start, run } = usePrograms();

  for (const [what, args, expected] of [
    ['without a configuration', [], /missing required argument 'config'/],
    [
      'a configuration that is not there',
      ['nowhere.mjs'],
      /there is no configuration nowhere\.mjs/,
    ],
    [
      'an option that is misspelt',
      ['torture.config.mjs', '--order', '5'],
      /unknown option '--order'[^]*Did you mean --orders\?/,
    ],
    [
      'a name with control characters, which it writes out',
      ['no\u001B[2J.mjs'],
      /^pasarela: there is no configuration no\\u001b\[2J\.mjs\. /,
    ],
    [
      'a replay with another seed',
      ['torture.config.mjs', '--replay', 'r.json', '--seed', '1'],
      /option '--replay <file>' cannot be used with option '--seed <number>'/,
    ],
    [
      'a replay with pairs',
      ['torture.config.mjs', '--replay', 'r.json', '--pairs'],
      /option '--replay <file>' cannot be used with option '--pairs'/,
    ],
    [
      'a replay without single faults',
      ['torture.config.mjs', '--no-single', '--replay', 'r.json'],
      /option '--replay <file>' cannot be used with option '--no-single'/,
    ],
  ] as const) {
    it(`refuses ${what} with exit code 2`, async () => {
      const { code, stdout, stderr } = await runHere(['torture', ...args]);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(expected);
    });
  }

  it('refuses wrong numbers and a replay that is not there, with exit code 2', async () => {
    const { code, stderr } = await run(
      ['torture', 'torture.config.mjs', '--orders', '-1', '--at-once', 'many'],
      {},
      files,
    );
    expect(code).to.equal(2);
    expect(stderr)
      .to.include('--orders must be a whole number from 0 to 10000')
      .and.include('--at-once must be a whole number from 1 to 200');
    const missing = await run(['torture', 'torture.config.mjs', '--replay', 'no.json'], {}, files);
    expect(missing.code).to.equal(2);
    expect(missing.stderr).to.match(/^pasarela: --replay no\.json cannot be read: ENOENT/);
  });

  for (const [what, args, expected] of [
    [
      'reports that cannot be written',
      ['--report', 'shop.mjs'],
      /^pasarela: the reports cannot be written to shop\.mjs: EEXIST: .+\. Name another folder with --report\n$/,
    ],
    [
      'a certificate in a folder that is not there',
      ['--certificate', 'nowhere/c.json'],
      /^pasarela: the certificate cannot be written to nowhere\/c\.json: ENOENT: .+\n$/,
    ],
    [
      'a certificate of nothing',
      ['--no-single', '--certificate', 'c.json'],
      /^pasarela: --certificate is about single faults and pairs, and neither are played\./,
    ],
    [
      'an earlier certificate of nothing',
      ['--no-single', '--since', 'c.json'],
      /^pasarela: --since is about single faults and pairs, and neither are played\./,
    ],
    [
      'a test that plays nothing',
      ['--no-single', '--orders', '0'],
      /\npasarela: there is nothing to play: no orders, no single faults and no pairs\./,
    ],
  ] as const) {
    it(`refuses ${what} before it starts the shop`, async () => {
      const certificate = '{ "object": "pasarela.torture-certificate", "version": 1, "cells": [] }';
      const program = await start(
        ['torture', 'torture.config.mjs', ...args],
        {},
        { ...files, ...(args.some((one) => one === '--since') && { 'c.json': certificate }) },
      );
      const { code, stdout, stderr } = await program.end;
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(expected);
      expect(existsSync(join(program.folder, 'pid'))).to.equal(false);
    });
  }

  it('tells the result, and exits with 2, where the reports can no longer be written', async () => {
    const { code, stdout, stderr } = await run(
      ['torture', 'torture.config.mjs', '--replay', 'replay.json', '--report', 'out'],
      { FOLDER_IN_THE_WAY: 'out/index.html' },
      files,
    );
    expect(code).to.equal(2);
    expect(stdout).to.include('✗ Charged twice  charged_twice in order 3');
    expect(stderr).to.match(/\npasarela: the reports cannot be written to out: EISDIR: /);
  });

  it('replays a plan, tells the story, writes the reports, and exits with 1', async () => {
    const program = await start(
      ['torture', 'torture.config.mjs', '--replay', 'replay.json', '--report', 'out'],
      {},
      files,
    );
    const { code, stdout, stderr } = await program.end;
    expect(code, stderr).to.equal(1);
    const reported = (name: string) => readFile(join(program.folder, 'out', name), 'utf8');
    expect(await reported('index.html')).to.include('second charge of 19.99 EUR');
    expect(await reported('junit.xml')).to.include('failures="1"');
    expect(stderr).to.include('the seed is 7').and.include('0 of 1 order, 0 kills');
    expect(stdout)
      .to.include('✗ Charged twice  charged_twice in order 3')
      .and.include('the customer paid in a second tab, with another key')
      .and.include('One rule is broken, in one order.')
      .and.include(join('out', 'index.html'));
  });

  it('prints JSON and nothing else on standard output, and 0 is the exit code of a shop that does right', async () => {
    const { code, stdout, stderr } = await run(
      ['torture', 'torture.config.mjs', '--replay', 'replay.json', '--json'],
      {},
      {
        ...files,
        'replay.json': replay.replace(
          '"second_tab","ms":0',
          '"refunded","parts":[5],"atOnce":false',
        ),
      },
    );
    expect(code, stderr).to.equal(0);
    const result: unknown = JSON.parse(stdout);
    expect([at(result, 'passed'), at(result, 'seed'), at(result, 'orders')]).to.deep.equal([
      true,
      7,
      1,
    ]);
  });

  it('keeps the pairs that it does not play in the certificate, and exits with 2 where it cannot go on', async () => {
    const pair = {
      journey: 'paid',
      message: 'order',
      fault: 'double_click_later',
      second: { message: 'order', fault: 'declined' },
      mark: 'held',
      rules: [],
    };
    const certificate = JSON.stringify({
      object: 'pasarela.torture-certificate',
      version: 1,
      cells: [pair],
    });
    const program = await start(
      [
        'torture',
        'torture.config.mjs',
        '--orders',
        '1',
        '--no-shrink',
        '--json',
        '--certificate',
        'c\u001B.json',
      ],
      // The rehearsal, the study and the first single faults.
      { RUNS_UNTIL_BROKEN: '3', WITHOUT: mostKinds.join(' ') },
      { ...files, 'c\u001B.json': certificate },
    );
    const { code, stdout, stderr } = await program.end;
    expect(code).to.equal(2);
    expect(await readFile(join(program.folder, 'c\u001B.json'), 'utf8')).to.include(
      JSON.stringify(pair),
    );
    expect(stderr)
      .to.include('not played: 1 pair (--pairs plays them), whose earlier marks are kept')
      .and.include('pasarela: the certificate c\\u001b.json has changed')
      .and.include('pasarela: the test ended early: orders() got no response: Error: HTTP 500');
    const report: unknown = JSON.parse(stdout);
    expect([at(report, 'passed'), at(report, 'complete')]).to.deep.equal([false, false]);
    expect(at(report, 'problem')).to.match(/^orders\(\) got no response: Error: HTTP 500/);
  });

  it('tells on SIGTERM what it has found until then', async () => {
    const program = await start(
      ['torture', 'torture.config.mjs', '--orders', '1', '--at-once', '1'],
      // The rehearsal, the study and the first single faults.
      { RUNS_UNTIL_HANG: '3', WITHOUT: mostKinds.join(' ') },
      files,
    );
    await program.printed('stderr', /paying/);
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end;
    expect(code).to.equal(143);
    expect(stderr).to.include('SIGTERM: ending everything that was started');
    expect(stdout.replaceAll(/\s+/g, ' '))
      .to.match(/\d of \d single faults hold, and \d+ could not be reached/)
      .and.match(
        /broken, in .+ orders?\. It was ended early, before everything was played and made as small as possible\./,
      );
  });

  for (const [what, text, expected] of [
    [
      'a configuration that is never there',
      'export default new Promise(() => {});',
      /^pasarela: the process ended before the test did\./,
    ],
    [
      'a driver that ends the process',
      configuration.replace('pay: (', 'pay: () => process.exit(), paid: ('),
      /pasarela: the process ended before the test did\./,
    ],
    [
      'a driver whose timer throws',
      configuration.replace(
        'pay: (',
        "pay: () => new Promise(() => setTimeout(() => { throw new Error('later') })), paid: (",
      ),
      /pasarela: an error outside the calls of the driver has ended the test\. .*: Error: later\n/,
    ],
    [
      'a driver with a rejection that it does not await',
      configuration.replace(
        'pay: (',
        "pay: () => new Promise(() => { Promise.reject('soon'); }), paid: (",
      ),
      /pasarela: an error outside the calls of the driver has ended the test\. .*soon/,
    ],
  ] as const) {
    it(`does not pass ${what}`, async () => {
      const { code, stdout, stderr } = await run(
        ['torture', 'torture.config.mjs', '--orders', '1'],
        {},
        { ...files, 'torture.config.mjs': text.replace(/paid: \([^]*?\n {2}\},\n/, '') },
      );
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(expected);
    });
  }

  it('ends everything that it started on SIGINT, and says so', async () => {
    const program = await start(
      ['torture', 'torture.config.mjs', '--orders', '1'],
      { RUNS_UNTIL_HANG: '0' },
      files,
    );
    await program.printed('stderr', /paying/);
    const pid = Number(await readFile(join(program.folder, 'pid'), 'utf8'));
    program.kill('SIGINT');
    const { code, stdout, stderr } = await program.end;
    expect([code, stdout]).to.deep.equal([130, '']);
    expect(stderr)
      .to.include('SIGINT: ending everything that was started')
      .and.include('ended by SIGINT before anything could be judged');
    expect(() => process.kill(pid, 0)).to.throw('ESRCH');
  });
});
