import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createDriver } from '../../../src/torture/driver/create-driver.js';
import type { Driver, DriverContext, OrderToPay } from '../../../src/torture/options/driver.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import { until } from '../../support/time/until.js';

// Answers payments in pairs, the later one first. An order called "end" ends it.
const driverScript = `
const { createInterface } = require('node:readline');
const write = (answer) => console.log(JSON.stringify(answer));
const held = [];
const calls = {
  hello: () => ({ result: { calls: ['pay', 'orders', 'refund', 'comeBack', 'advance'], currencies: ['eur', 'jpy'] } }),
  pay: ({ id }, context) => {
    if (id === 'end') { console.error('Traceback: no such table'); process.exit(4); }
    return { result: { outcome: 'paid', order: id, message: context.url } };
  },
  orders: () => ({ error: '502 Bad Gateway' }),
  refund: () => ({ error: { status: 502 } }),
  comeBack: ({ payment }) => ({ result: { outcome: 'failed', payment }, error: null }),
  advance: () => ({ result: null }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, call, with: given, context } = JSON.parse(line);
  if (given.id === 'silent') return;
  const answer = { id, ...calls[call](given, context) };
  console.log('debug: ' + call);
  if (call !== 'pay') return write(answer);
  held.push(answer);
  if (held.length === 2) for (const one of held.splice(0).reverse()) write(one);
});`;

const node = (script: string) => ({
  command: [process.execPath, '--no-opt', '-e', script],
});

const order = (id: string): OrderToPay => ({
  id,
  amount: 1999,
  currency: 'eur',
  email: `${id}@example.com`,
  method: 'card',
  card: { number: '4242424242424242', paymentMethod: 'pm_card_visa', token: 'tok_visa' },
  key: 'k1',
});

const context: DriverContext = {
  url: 'http://127.0.0.1:1',
  processor: 'http://127.0.0.1:2',
  publishableKey: 'pk_test_1',
  folder: '/tmp',
  signal: new AbortController().signal,
};

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('no error'),
    (error: unknown) => error,
  );

const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await errorOf(work);
  expect(error).to.be.instanceOf(TortureProblem);
  return error instanceof Error ? error.message : '';
};

describe('a driver in another language', () => {
  let driver: Driver | undefined;

  afterEach(async () => {
    await driver?.close?.();
    driver = undefined;
  });

  it('answers several calls at once, and its other output does no harm', async () => {
    driver = await createDriver({ driver: node(driverScript) });
    expect(driver.currencies).to.deep.equal(['eur', 'jpy']);
    const answers = await Promise.all([
      driver.pay(order('o1'), context),
      driver.pay(order('o2'), context),
    ]);
    expect(answers).to.deep.equal([
      { outcome: 'paid', order: 'o1', message: context.url },
      { outcome: 'paid', order: 'o2', message: context.url },
    ]);
    expect(await driver.comeBack?.({ order: order('o1'), payment: 'pi_1' }, context)).to.deep.equal(
      { outcome: 'failed', payment: 'pi_1' },
    );
    expect(await driver.advance?.(90_000, context)).to.equal(undefined);

    const lost = await errorOf(driver.orders(context));
    expect(lost).not.to.be.instanceOf(TortureProblem);
    expect(String(lost)).to.equal('Error: 502 Bad Gateway');
    const refund = { id: 'r1', order: 'o1', shopOrder: 'o1', amount: 5, currency: 'eur' };
    expect(String(await errorOf(driver.refund?.(refund, context) ?? Promise.resolve()))).to.equal(
      'Error: {"status":502}',
    );

    const limit = new AbortController();
    const silent = errorOf(driver.pay(order('silent'), { ...context, signal: limit.signal }));
    limit.abort(new Error('enough'));
    expect(String(await silent)).to.equal('Error: enough');
  });

  it('is a problem when it ends before the tool does', async () => {
    driver = await createDriver({ driver: node(driverScript) });
    const message = await problemOf(
      Promise.all([driver.pay(order('silent'), context), driver.pay(order('end'), context)]),
    );
    expect(message).to.equal(
      'the driver ended with code 4, although the tool still needs it. Its standard output has lines that are not responses, which belong to standard error. The last:\n\n  debug: hello\n\nThe end of its output:\n\n  Traceback: no such table\n',
    );
    expect(await problemOf(driver.orders(context))).to.equal(message);
  });

  // A shell starts much faster than Node.
  const says = (...lines: ReadonlyArray<string>): string =>
    `read call; ${lines.map((line) => `echo '${line}';`).join(' ')} cat`;

  for (const { title, script, callMs, message } of [
    {
      title: 'does not answer',
      script: says('{', ' "id": 1', '}'),
      callMs: 200,
      message:
        /^the driver did not respond to hello within 0\.2 s\. It has to write each response as one line of JSON to its standard output, and to flush it\. Its .*:\n\n {2}\{\n {3}"id": 1\n {2}\}\n$/,
    },
    {
      title: 'ends at once',
      script: 'exit 0',
      message: /^the driver ended with code 0, although .* It wrote no output$/,
    },
    {
      title: 'answers without its calls',
      script: says('{"id":1}'),
      message: /^the driver must respond to hello with its calls: /,
    },
    {
      title: 'answers with a call that does not exist',
      script: says('{"id":1,"result":{"calls":["pay","orders","comeback"]}}'),
      message:
        /^the driver says that it has the call 'comeback', which does not exist \(did you mean comeBack\?\)$/,
    },
    {
      title: 'has no call orders',
      script: says('{"id":1,"result":{"calls":["pay"]}}'),
      message: /^the driver must have the call orders, and name it in its hello$/,
    },
    {
      title: 'names currencies that are none',
      script: says('{"id":1,"result":{"calls":["pay","orders"],"currencies":["yen",7]}}'),
      message: /^the currencies of the driver's hello/,
    },
    {
      title: 'takes no currency',
      script: says('{"id":1,"result":{"calls":["pay","orders"],"currencies":[]}}'),
      message:
        /^the currencies of the driver's hello must not be empty: leave it out for a shop that takes euros$/,
    },
    {
      title: 'names currencies that are no list',
      script: says('{"id":1,"result":{"calls":["pay","orders"],"currencies":"jpy"}}'),
      message: /must be a list of currencies/,
    },
    {
      title: 'names ten million letters as a call',
      script:
        'read call; printf \'{"id":1,"result":{"calls":["\'; head -c 10000000 /dev/zero | tr "\\0" a; echo \'"]}}\'; cat',
      message:
        /^the driver says that it has the call 'a{50,2000}…', which does not exist: there are pay/,
    },
    {
      title: 'writes without an end',
      script: 'read call; yes',
      callMs: 500,
      message:
        /^the driver did not respond to hello within 0\.5 s\. .* The last:\n\n( {2}y\n){5}$/s,
    },
    {
      title: 'answers with an error',
      script: says('{"id":1,"error":"no call hello"}'),
      message: /^the driver responded to hello with an error: no call hello$/,
    },
  ]) {
    it(`is a problem when it ${title}`, async () => {
      const made = createDriver(
        { driver: { command: ['sh', '-c', script] }, ...(callMs && { callMs }) },
        { PATH: process.env['PATH'] },
      );
      expect(await problemOf(made)).to.match(message);
    });
  }

  it('is a problem when there is no such program', async () => {
    expect(await problemOf(createDriver({ driver: { command: ['no-such-driver'] } }))).to.equal(
      'the driver cannot start: there is no program no-such-driver in PATH',
    );
  });

  it('is ended when the test is, before and while it is asked for its calls', async () => {
    const ending = new AbortController();
    const file = join(await mkdtemp(join(tmpdir(), 'pasarela-driver-')), 'asked');
    const silent = { driver: { command: ['sh', '-c', 'read call; touch "$0"; cat', file] } };
    const made = createDriver(silent, { PATH: process.env['PATH'] }, ending.signal);
    const problem = problemOf(made);
    await until(() => existsSync(file));
    ending.abort(new TortureProblem('Ctrl-C'));
    expect(await problem).to.equal('Ctrl-C');
    expect(await problemOf(createDriver(silent, {}, ending.signal))).to.equal('Ctrl-C');
    await rm(dirname(file), { recursive: true });
  });
});
