// Reconciles a generated month with planted discrepancies, and compares the findings with them. Needs npm run check:types first.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMonth, plantedKinds } from '../build/test/support/reconciliation/month.js';
import { reconcileMonth } from '../build/test/support/reconciliation/reconcile-month.js';

const [payments = 10_000, each = 20] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'pasarela-month-'));
try {
  const month = createMonth(payments, each);
  const path = join(folder, 'ledger.sqlite');
  const start = performance.now();
  const { result, found } = await reconcileMonth(month, path);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const expected = new Set(month.planted);
  const wrong = found.filter((id) => !expected.has(id));
  const missed = month.planted.filter((id) => !found.includes(id));
  console.log(
    `${payments} payments, ${each} discrepancies of each of ${plantedKinds.length} kinds: ${found.length} findings, ${missed.length} missed, ${wrong.length} wrong; ${month.reads()} pages in ${seconds} s, ${(statSync(path).size / 1e6).toFixed(1)} MB on disk, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB of memory with the generated month`,
  );
  for (const id of [...wrong, ...missed].slice(0, 20)) console.log(id);
  if (wrong.length + missed.length > 0 || result.payments < payments - 2 * each)
    process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
