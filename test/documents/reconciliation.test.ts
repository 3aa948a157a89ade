import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ledgerRules } from '../../src/domain/reconciliation/ledger-rules.js';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { runHere } from '../support/programs/run-here.js';
import { type Page, pages } from './pages.js';

const pageOf = (file: string): Page => {
  const page = pages.find((one) => one.file === file);
  if (page === undefined) throw new Error(`there is no ${file}`);
  return page;
};
const english = pageOf('docs/reconciliation.md');

const blockWith = (start: string): string => {
  const block = english.blocks.find(({ text }) => text.includes(start));
  if (block === undefined) throw new Error(`the page has no block with ${start}`);
  return block.text.replaceAll(/^```.*\n?/gm, '').trim();
};

const key = ['sk', 'test', 'worked0123456789'].join('_');

const withoutIds = (text: string): string => text.replaceAll(/\b(pi|ch|re|txn)_\w+/g, '$1_…');

describe('the page about reconciliation', () => {
  let stripe: FakeServer;
  let folder: string;
  let now = Date.UTC(2026, 10, 12) / 1000;
  before(async () => {
    stripe = await startFakeServer({
      seed: 'worked month',
      clock: () => now,
      fees: { percent: 1.5, fixed: 25 },
    });
    folder = await mkdtemp(join(tmpdir(), 'pasarela-worked-month-'));
  });
  after(async () => {
    await stripe.close();
    await rm(folder, { recursive: true });
  });

  const call = async (path: string, params: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(`${stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(params),
    });
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).to.equal(200);
    return String(Reflect.get(Object(body), 'id'));
  };
  const pay = async (order: string | null, amount: string): Promise<string> => {
    now += 60;
    return call('payment_intents', {
      amount,
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'payment_method_types[]': 'card',
      ...(order === null ? {} : { 'metadata[order_id]': order }),
    });
  };

  it('shows a month that the command finds so', async () => {
    await pay('1001', '1999');
    await pay('1002', '2500');
    await pay('1002', '2500');
    const refunded = await pay('1004', '3000');
    await call('refunds', { payment_intent: refunded, amount: '1000' });
    await pay('1005', '1200');
    await pay(null, '800');
    // Charges are booked in the background.
    now += 3600;
    const orders = join(folder, 'orders.csv');
    await writeFile(orders, blockWith('id,amount,currency,state,refunded,shipments'));
    const command = blockWith('pasarela reconcile --from').split(' ').slice(1);
    const end = await runHere(
      [...command.map((word) => (word === 'orders.csv' ? orders : word)), '--no-report'].map(
        (word) => word.trim(),
      ),
      { STRIPE_SECRET_KEY: key, STRIPE_BASE_URL: stripe.url, DATABASE_URL: 'memory:' },
    );
    expect(end.code, end.stderr).to.equal(1);
    const [shown] = withoutIds(end.stdout).split(/\nnot compared: .*\n/);
    const verdict = end.stdout.trim().split('\n').at(-1);
    expect(`${shown?.trim()}\n\n${verdict}`).to.equal(blockWith('five findings'));
  });

  for (const file of ['docs/reconciliation.md', 'docs/es/produccion.md']) {
    it(`explains every rule: ${file}`, () => {
      const { text } = pageOf(file);
      const missing = ledgerRules.filter(({ name }) => !text.includes(`\`${name}\``));
      expect(missing.map(({ name }) => name)).to.deep.equal([]);
    });
  }
});
