import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectFields } from '../../../src/domain/input/json.js';
import { ledgerRules } from '../../../src/domain/reconciliation/ledger-rules.js';
import { tortureRules } from '../../../src/torture/judge/torture-rules.js';
import type { ShopOrder } from '../../../src/torture.js';
import { runHere } from '../programs/run-here.js';

type Processor = { readonly processor: string; readonly publishableKey: string };

const namesOfReconcile = new Set(ledgerRules.map(({ name }) => name));

/** The names of rules that the torture test and `pasarela reconcile` share, sorted. */
export const ofBoth = (names: Iterable<string>): ReadonlyArray<string> =>
  tortureRules
    .map(({ name }) => name)
    .filter((name) => namesOfReconcile.has(name) && new Set(names).has(name))
    .toSorted();

/** Runs `pasarela reconcile` on the orders and the local server of a torture run. Returns the shared rules that it finds broken. */
export const rulesOfReconcile = async (
  orders: ReadonlyArray<ShopOrder>,
  { processor, publishableKey }: Processor,
): Promise<ReadonlyArray<string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-reconcile-torture-'));
  try {
    const path = join(folder, 'orders.json');
    await writeFile(path, JSON.stringify(orders));
    const { stdout, stderr } = await runHere(
      ['reconcile', '--json', '--no-report', '--orders', path, '--grace', '0s'].concat([
        '--from',
        '2000-01-01',
        '--to',
        '2100-01-01',
      ]),
      {
        STRIPE_SECRET_KEY: publishableKey.replace(/^pk_/, 'sk_'),
        STRIPE_BASE_URL: processor,
        DATABASE_URL: 'memory:',
      },
    );
    if (stderr !== '') throw new Error(stderr);
    const { findings } = objectFields(JSON.parse(stdout));
    const all: ReadonlyArray<unknown> = Array.isArray(findings) ? findings : [];
    return ofBoth(all.map((finding) => String(objectFields(finding)['rule'])));
  } finally {
    await rm(folder, { recursive: true });
  }
};
