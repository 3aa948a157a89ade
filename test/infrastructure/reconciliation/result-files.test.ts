import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type {
  KeptFinding,
  LedgerLine,
} from '../../../src/application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../../src/application/reconciliation/judge-ledger.js';
import {
  resultJson,
  writeReconciliation,
} from '../../../src/infrastructure/reconciliation/result-files.js';
import { at } from '../../support/json/at.js';

const result: Reconciliation = {
  from: 0,
  to: 86_400,
  orders: 1,
  payments: 1,
  summary: [],
  rules: [],
  silent: [],
  findings: 1,
  errors: 1,
};

const known: KeptFinding = {
  id: 'charged_twice:1001',
  rule: 'charged_twice',
  severity: 'error',
  order: '1001',
  payment: 'pi_1',
  about: '1001',
  amount: 1999,
  currency: 'eur',
  message: 'two charges',
  advice: 'Give one back.',
  repair: '{"_tag":"ReleaseAuthorization","payment":"pi_1"}',
  since: 1,
};
const bare: KeptFinding = {
  ...known,
  id: 'paid_out_twice:txn_1',
  order: null,
  payment: null,
  amount: null,
  currency: null,
  repair: null,
};

const line: LedgerLine = {
  created: 60,
  kind: 'charge',
  id: 'txn_1',
  order: '1001',
  payment: 'pi_1',
  amount: 1999,
  fee: 55,
  net: 1944,
  currency: 'eur',
  payout: 'po_1',
  findings: 'charged_twice,wrong_amount',
};
const bareLine: LedgerLine = {
  ...line,
  created: null,
  order: null,
  payment: null,
  payout: null,
  findings: '',
};

/** A ledger that hands out its rows a page at a time, as the real one does. */
const ledgerOf = (findings: ReadonlyArray<KeptFinding>, lines: ReadonlyArray<LedgerLine> = []) => {
  const keyed = lines.map((one, index) => ({ key: String(index + 1).padStart(6, '0'), line: one }));
  return {
    findings: (from: number, limit: number) => findings.slice(from, from + limit),
    lines: (after: string, limit: number) => keyed.filter(({ key }) => key > after).slice(0, limit),
  };
};

const jsonOf = (findings: ReadonlyArray<KeptFinding>): unknown =>
  JSON.parse(
    [...resultJson(result, ledgerOf(findings), { account: 'acct_1/test', skipped: ['fees'] })].join(
      '',
    ),
  );

describe('the files of a reconciliation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-reconciliation-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const written = async (
    ledger: ReturnType<typeof ledgerOf>,
    locale: 'en' | 'es' = 'en',
  ): Promise<{
    readonly lines: ReadonlyArray<string>;
    readonly findings: ReadonlyArray<string>;
  }> => {
    const files = await writeReconciliation(folder, result, ledger, {
      account: null,
      skipped: [],
      locale,
    });
    const rowsOf = async (path: string) =>
      (await readFile(path, 'utf8')).split('\r\n').slice(1, -1);
    return { lines: await rowsOf(files.lines), findings: await rowsOf(files.findings) };
  };

  it('leave a cell empty for what is not known', async () => {
    expect(await written(ledgerOf([known, bare], [line, bareLine]))).to.deep.equal({
      lines: [
        '1970-01-01T00:01:00Z,charge,txn_1,1001,pi_1,19.99,0.55,19.44,EUR,po_1,charged_twice wrong_amount',
        ',charge,txn_1,,,19.99,0.55,19.44,EUR,,',
      ],
      findings: [
        'charged_twice:1001,error,1001,pi_1,19.99,EUR,two charges,Give one back.',
        'paid_out_twice:txn_1,error,,,,,two charges,Give one back.',
      ],
    });
  });

  it('have decimal commas for a spreadsheet in Spanish', async () => {
    const { findings } = await written(ledgerOf([known]), 'es');
    expect(findings).to.deep.equal([
      'charged_twice:1001;error;1001;pi_1;"19,99";EUR;two charges;Give one back.',
    ]);
  });

  for (const count of [0, 1, 1000, 1001]) {
    it(`have each of ${count} lines and findings once`, async () => {
      const numbers = Array.from({ length: count }, (_, index) => String(index));
      const ledger = ledgerOf(
        numbers.map((id) => ({ ...known, id })),
        numbers.map((id) => ({ ...line, id })),
      );
      const { lines, findings } = await written(ledger);
      expect(lines.map((row) => row.split(',')[2])).to.deep.equal(numbers);
      expect(findings.map((row) => row.split(',')[0])).to.deep.equal(numbers);
    });
  }

  it('have a repair in JSON as an object, and `null` for none', () => {
    const json = jsonOf([known, bare]);
    expect(at(json, 'findings.0.repair')).to.deep.equal({
      _tag: 'ReleaseAuthorization',
      payment: 'pi_1',
    });
    expect(at(json, 'findings.1.repair')).to.equal(null);
    expect(at(json, 'count')).to.equal(1);
    expect(at(json, 'not_compared')).to.deep.equal(['fees']);
  });

  it('have JSON that can be read without a finding', () => {
    expect(at(jsonOf([]), 'findings')).to.deep.equal([]);
  });
});
