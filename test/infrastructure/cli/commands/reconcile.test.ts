import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openReconciliationLedger } from '../../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { at } from '../../../support/json/at.js';
import { runHere } from '../../../support/programs/run-here.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const key = ['sk', 'test', 'reconcile0123456789'].join('_');

// The 10th of November 2026; reconciled in the middle of the month.
const then = Date.UTC(2026, 10, 10) / 1000;
const month = ['--from', '2026-11-01', '--to', '2026-11-20'];

describe('pasarela reconcile', () => {
  const locked = useHttpServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}');
  });
  const { fresh, another } = useSqlite();
  let stripe: FakeServer;
  let now: number;
  let folder: string;
  let orders: Array<string>;

  beforeEach(async () => {
    now = then;
    stripe = await startFakeServer({
      seed: 'reconcile',
      clock: () => now,
      fees: { percent: 1.5, fixed: 25 },
    });
    folder = await mkdtemp(join(tmpdir(), 'pasarela-reconcile-test-'));
    orders = ['id,amount,currency,state,refunded'];
  });
  afterEach(async () => {
    await stripe.close();
    await rm(folder, { recursive: true });
  });

  const call = async (path: string, params: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await fetch(`${stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(params),
    });
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const idOf = (value: unknown): string => String(Reflect.get(Object(value), 'id'));
  /** Pays an order by card. Returns the id of the payment. */
  const pay = async (order: string, more: Readonly<Record<string, string>> = {}) =>
    idOf(
      await call('payment_intents', {
        amount: '1999',
        currency: 'eur',
        payment_method: 'pm_card_visa',
        confirm: 'true',
        'payment_method_types[]': 'card',
        'metadata[order_id]': order,
        ...more,
      }),
    );
  const order = (id: string, state = 'paid', refunded = '0') => {
    orders.push(`${id},19.99,EUR,${state},${refunded}`);
  };
  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_BASE_URL: stripe.url,
    DATABASE_URL: 'memory:',
    ...more,
  });
  const run = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
    const path = join(folder, 'orders.csv');
    await writeFile(path, `${orders.join('\n')}\n`);
    // Charges are booked in the background.
    now = Math.max(now, then + 3600);
    return runHere(
      ['reconcile', ...month, '--orders', path, '--report', join(folder, 'report'), ...args],
      environment(env),
    );
  };
  const fix = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    runHere(
      ['reconcile', 'fix', ...args, '--from-report', join(folder, 'report')],
      environment(env),
    );
  const fileIn = (name: string) => readFile(join(folder, 'report', name), 'utf8');

  it('takes a grace time in seconds, and says why a store in memory is not compared', async () => {
    await pay('1');
    order('1');
    const end = await run(['--grace', '0s']);
    expect(end).to.include({ code: 0, stderr: '' });
    expect(end.stdout).to.include(
      'not compared: stored events and idempotency keys, because a store in memory is visible only to its own process\n',
    );
  });

  it('follows an order that refers to a Checkout Session to its payment', async () => {
    const session = idOf(
      await call('checkout/sessions', {
        mode: 'payment',
        success_url: 'https://shop.example/paid',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '1999',
        'line_items[0][price_data][product_data][name]': 'Book',
      }),
    );
    stripe.account(key).processor.controls.completeCheckout(session);
    orders = [
      'id,amount,currency,state,refunded,reference',
      `1,19.99,EUR,paid,0,${session}`,
      '2,19.99,EUR,open,0,cs_no_such',
    ];
    const end = await run([]);
    expect(end.stdout).to.include('everything agrees: 1 payment and 2 orders,');
    expect(end.stdout).not.to.include('silent');
  });

  it('says that everything agrees, with the sums of each currency', async () => {
    for (const id of ['1', '2', '3']) {
      await pay(id);
      order(id);
    }
    const end = await run(['--fees', '1.5,25']);
    expect(end.stderr).to.equal('');
    expect(end.code).to.equal(0);
    expect(end.stdout).to.match(/ Gross +59\.97 EUR +three charges\n/);
    expect(end.stdout).to.match(/ Fees +-1\.65 EUR /);
    expect(end.stdout).to.match(/ Net +58\.32 EUR /);
    expect(end.stdout).to.match(/ unexplained +0\.00 EUR /);
    expect(end.stdout).to.include(
      'everything agrees: 3 payments and 3 orders, from 2026-11-01 to 2026-11-20\n',
    );
    expect(await fileIn('junit.xml')).to.include('failures="0"');
  });

  it('writes every line for a spreadsheet, findings, JSON, JUnit XML and a page', async () => {
    await pay('1');
    order('1');
    await pay('2');
    await pay('2');
    order('2');
    order('<free>');
    const end = await run(['--locale', 'es']);
    expect(end.code).to.equal(1);
    const lines = (await fileIn('lines.csv')).split('\r\n');
    expect(lines[0]).to.equal(
      '\u{feff}created;kind;id;order;payment;amount;fee;net;currency;payout;findings',
    );
    expect(lines.filter((line) => line.includes('"19,99";"0,55";"19,44";EUR'))).to.have.length(3);
    expect(lines.filter((line) => line.endsWith(';charged_twice'))).to.have.length(2);
    const report: unknown = JSON.parse(await fileIn('report.json'));
    expect(report).to.deep.include({ errors: 2, count: 2, payments: 3, orders: 3 });
    expect(at(report, 'account')).to.match(/^acct_\w+\/test$/);
    expect(await fileIn('junit.xml')).to.include('failures="2"');
    const page = await fileIn('index.html');
    expect(page).to.include('&#60;free&#62;').and.to.include('two findings');
    expect(page).not.to.include('<free>');
    expect(await fileIn('findings.csv')).to.include('"charged_twice:2"'.replaceAll('"', ''));
    const json = await run(['--json', '--no-report']);
    expect(JSON.parse(json.stdout)).to.deep.equal(report);
  });

  it('gives back a second charge once, when it is asked to, and writes that into the audit log', async () => {
    await pay('7');
    now += 60;
    await pay('7');
    order('7');
    await run([]);
    const audit = { AUDIT_LOG: join(folder, 'audit.log') };
    const shown = await fix(['charged_twice:7'], audit);
    expect(shown.code).to.equal(0);
    expect(shown.stdout).to.match(/would give back 19\.99 EUR of ch_\w+; ch_\w+ stays\n/);
    const refunds = async () =>
      (await valueOf(stripe.account(key).processor.listAllRefunds({ limit: 10 }))).data;
    expect(await refunds()).to.deep.equal([]);
    const done = await fix(['charged_twice:7', '--yes'], audit);
    expect(done.stdout).to.match(/gave back 19\.99 EUR \(re_\w+\)\n/);
    const again = await fix(['charged_twice:7', '--yes'], audit);
    expect(again.stdout).to.match(/nothing was done: ch_\w+ was given back already\n/);
    const [made, ...others] = await refunds();
    expect(made).to.include({ amount: 1999, reason: 'duplicate' });
    expect(others).to.deep.equal([]);
    const entries = (await readFile(audit.AUDIT_LOG, 'utf8')).trim().split('\n');
    expect(entries.map((line): unknown => JSON.parse(line))).to.have.length(2);
    expect(JSON.parse(entries[0] ?? '')).to.include({
      operation: 'reconcile.RefundCharge',
      finding: 'charged_twice:7',
      outcome: 'done',
      amount: 1999,
    });
    expect((await run([])).code).to.equal(0);
  });

  it('gives nothing back when the other charge was given back meanwhile', async () => {
    const first = await pay('7');
    now += 60;
    await pay('7');
    order('7');
    await run([]);
    await call('refunds', { payment_intent: first });
    const end = await fix(['charged_twice:7', '--yes']);
    expect(end.stdout).to.match(
      /nothing was done: ch_\w+ was given back meanwhile, so ch_\w+ stays/,
    );
  });

  it('gives nothing back where a bank may give it back, or has done so', async () => {
    await pay('7', { payment_method: 'pm_card_createDispute' });
    now += 60;
    await pay('7');
    order('7');
    await pay('8');
    now += 60;
    await pay('8', { payment_method: 'pm_card_createDispute' });
    order('8');
    const path = join(folder, 'report', 'report.json');
    await run([]);
    const report: unknown = JSON.parse(await readFile(path, 'utf8'));
    const charges = await valueOf(stripe.account(key).processor.listCharges({ limit: 10 }));
    const ids = new Map(
      charges.data.map(({ id, metadata, disputed }) => [
        `${metadata?.['order_id']}${disputed === true ? ' disputed' : ''}`,
        id,
      ]),
    );
    for (const id of ['7', '8']) {
      const refused = await fix([`charged_twice:${id}`, '--yes']);
      expect(refused.stderr).to.include('only a person can repair this');
      // A report of before the dispute.
      const repair = {
        _tag: 'RefundCharge',
        charge: ids.get(id === '7' ? '7' : '8 disputed'),
        besides: ids.get(id === '7' ? '7 disputed' : '8'),
        amount: 1999,
        currency: 'eur',
      };
      const finding = { id: `charged_twice:${id}`, message: 'm', advice: 'a', repair };
      await writeFile(path, JSON.stringify({ ...Object(report), findings: [finding] }));
      const end = await fix([`charged_twice:${id}`, '--yes']);
      expect(end.stdout).to.match(/nothing was done: ch_\w+ is disputed/);
      await writeFile(path, JSON.stringify(report));
    }
    const made = await valueOf(stripe.account(key).processor.listAllRefunds({ limit: 10 }));
    expect(made.data).to.deep.equal([]);
  });

  it('gives a second charge back again when its refund failed', async () => {
    await pay('7');
    now += 60;
    await pay('7', { payment_method: 'pm_card_refundFail' });
    order('7');
    await run([]);
    const refunds = async () =>
      (await valueOf(stripe.account(key).processor.listAllRefunds({ limit: 10 }))).data;
    await fix(['charged_twice:7', '--yes']);
    now += 3600;
    await run([]);
    expect((await refunds()).map(({ status }) => status)).to.deep.equal(['failed']);
    const [first] = await refunds();
    const again = await fix(['charged_twice:7', '--yes']);
    const [second, ...others] = await refunds();
    expect(others).to.have.length(1);
    expect(second?.id).not.to.equal(first?.id);
    expect(again.stdout).to.include(second?.id ?? 'none');
  });

  it('leaves to a person what no command can repair', async () => {
    order('8\u001b[2J');
    await run([]);
    expect(await fix(['order_without_charge:8\u001b[2J', '--yes'])).to.deep.include({
      code: 1,
      stdout: "the shop's order 8\\u001b[2J is paid, but nothing of 19.99 EUR was charged\n",
      stderr:
        'pasarela: only a person can repair this: Do not send the goods. If the order has another payment, link it; otherwise ask the customer to pay.\n',
    });
    const unknown = await fix(['charged_twice:9']);
    expect(unknown).to.include({ code: 1 });
    expect(unknown.stderr).to.include('has no finding "charged_twice:9"');
  });

  it('finds the webhook that did not come, and fetches its event', async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const env = { DATABASE_URL: `file:${path}` };
    now = Math.floor(Date.now() / 1000) - 7200;
    const span = ['--from', '30d', '--orders', join(folder, 'orders.csv')];
    const reconcile = () =>
      runHere(['reconcile', ...span, '--report', join(folder, 'report')], environment(env));
    await pay('1');
    order('1');
    await writeFile(join(folder, 'orders.csv'), `${orders.join('\n')}\n`);
    expect((await reconcile()).stdout).to.include(
      'not compared: stored events, because the service has stored none\n',
    );
    // The service got an earlier event, so it gets webhooks.
    await runHere(['events', 'backfill', '--since', '24h'], environment(env));
    const known = await reconcile();
    expect(known.code, known.stdout).to.equal(0);
    now += 600;
    const missed = await pay('2');
    order('2');
    await writeFile(join(folder, 'orders.csv'), `${orders.join('\n')}\n`);
    const end = await reconcile();
    expect(end.code, end.stdout).to.equal(1);
    expect(end.stdout).to.include(`missed_webhook:${missed}  can be repaired\n`);
    const fixed = await fix([`missed_webhook:${missed}`, '--yes'], env);
    expect(fixed.stdout).to.match(/stored \d+ missing events\n/);
    expect((await reconcile()).code).to.equal(0);
  });

  it('takes the orders of each run, also with what an earlier one has read', async () => {
    await pay('1');
    order('1');
    const file = join(folder, 'ledger.sqlite');
    expect((await run(['--resume', file])).code).to.equal(0);
    // A run that was interrupted had other orders.
    const ledger = await openReconciliationLedger(file);
    await ledger.refresh();
    const old = { id: 'no such', amount: 1999, state: 'paid' } as const;
    await ledger.forgetOrders();
    await ledger.keep('orders', [old], { cursor: null, done: true });
    ledger.close();
    const end = await run(['--resume', file]);
    expect(end.stdout).to.include('everything agrees: 1 payment and 1 order,');
    order('2');
    expect((await run(['--resume', file])).stdout).to.include('order_without_charge:2');
  });

  it('reads what came after an interrupted run began', async () => {
    await pay('1');
    order('1');
    const file = join(folder, 'ledger.sqlite');
    await run(['--resume', file]);
    // Another run had read payments and charges when it was interrupted.
    const ledger = await openReconciliationLedger(file);
    await ledger.finish(then + 3600);
    await ledger.refresh();
    ledger.begin(then + 3600);
    for (const part of ['payments', 'charges', 'transactions'] as const) {
      await ledger.keep(part, [], { cursor: null, done: true });
    }
    ledger.close();
    now = then + 3 * 86_400;
    await pay('2');
    order('2');
    const end = await run(['--resume', file]);
    expect(end.stdout).to.include('everything agrees: 2 payments and 2 orders,');
    expect((await run(['--resume', file])).stdout).to.include('everything agrees: 2 payments');
  });

  it('refuses orders of which one is there twice', async () => {
    await pay('1');
    order('1');
    order('1', 'canceled');
    const end = await run([]);
    expect(end).to.include({ code: 2, stdout: '' });
    expect(end.stderr).to.include('the order 1 is there twice');
  });

  it('keeps what was read in a file, and refuses it for another time', async () => {
    await pay('1');
    order('1');
    const file = join(folder, 'ledger.sqlite');
    expect((await run(['--resume', file])).code).to.equal(0);
    await stripe.close();
    stripe = await startFakeServer({ seed: 'reconcile', clock: () => now });
    // Old payments are not read again: this server has none.
    const again = await run(['--resume', file]);
    expect(again.stdout).to.include('everything agrees: 1 payment and 1 order,');
    const other = await runHere(
      ['reconcile', '--from', '2026-11-02', '--to', '2026-11-20', '--resume', file],
      environment(),
    );
    expect(other).to.include({ code: 2 });
    expect(other.stderr).to.include('was read for another time or account');
  });

  it('compares no ledger of a processor that has none, and says so', async () => {
    const bank = join(folder, 'bank.mjs');
    const memory = JSON.stringify(new URL('../../../../src/memory.js', import.meta.url).href);
    await writeFile(
      bank,
      `import { createMemoryProcessor } from ${memory};
const lacks = (operation, feature) => () => async () =>
  ({ _tag: 'Left', left: { _tag: 'UnsupportedOperation', operation, feature } });
export const createProcessor = () => ({
  ...createMemoryProcessor(),
  listDisputes: lacks('listDisputes', 'disputes'),
  listBalanceTransactions: lacks('listBalanceTransactions', 'balance'),
  listPayouts: lacks('listPayouts', 'balance'),
});`,
    );
    const end = await run(['--no-report'], { PROCESSOR: bank });
    expect(end.stderr).to.equal('');
    for (const part of ['disputes', 'the balance and its fees', 'payouts']) {
      expect(end.stdout).to.include(`not compared: ${part}, because the processor has none\n`);
    }
    expect(end.code).to.equal(0);
  });

  it('exits with 2 when the processor cannot be read, and says why', async () => {
    const memory = await run([], { PROCESSOR: 'memory' });
    expect(memory).to.deep.equal({
      code: 2,
      stdout: '',
      stderr:
        'pasarela: only the service itself can read its in-memory processor: set STRIPE_SECRET_KEY\n',
    });
    const refused = await run([], { STRIPE_BASE_URL: locked() });
    expect(refused).to.deep.equal({
      code: 2,
      stdout: '',
      stderr:
        'pasarela: the processor refused STRIPE_SECRET_KEY: use a valid key with the needed permissions\n',
    });
  });

  it('exits with 2 when it cannot compare, and says why', async () => {
    const problems: ReadonlyArray<readonly [args: ReadonlyArray<string>, problem: string]> = [
      [[], '--from is missing'],
      [['--from', '2026-11-20', '--to', '2026-11-01'], '--from must be before --to'],
      [['--from', '1d', '--fees', 'free'], '--fees must be the rates of your account'],
      [['--from', '1d', '--orders', '/no/such.csv'], 'there is no file /no/such.csv'],
      [['--from', '1d', '--no-such'], "unknown option '--no-such'"],
      [
        ['--from', '1d', '--resume', '/no/such/ledger.sqlite'],
        '--resume /no/such/ledger.sqlite: the folder /no/such does not exist: create it\n',
      ],
      [
        ['--from', '1d', '--resume', 'package.json'],
        '--resume package.json: it is a file of something else, or it cannot be written: name another one\n',
      ],
    ];
    for (const [args, problem] of problems) {
      const end = await runHere(['reconcile', '--no-report', ...args], environment());
      expect(end, args.join(' ')).to.include({ code: 2, stdout: '' });
      expect(end.stderr).to.include(problem);
    }
  });

  it('says where the reports cannot be written, before it reads anything', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const end = await run(['--report', file], { STRIPE_BASE_URL: 'http://127.0.0.1:9' });
    expect(end).to.include({ code: 2, stdout: '' });
    expect(end.stderr).to.equal(
      `pasarela: the reports cannot be written to ${file}: EEXIST: file already exists, mkdir '${file}'. Name another folder with --report\n`,
    );
  });

  it('says where the orders are wrong, without a stack', async () => {
    orders = ['id,amount,currency,state', '"1,19.99,EUR,paid'];
    expect(await run([])).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: 'pasarela: line 2: a quote is not closed\n',
    });
  });
});
