import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {
  KeptFinding,
  LedgerLine,
  ReconciliationLedger,
} from '../../application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../application/reconciliation/judge-ledger.js';
import { amountText } from '../../domain/money/amount-text.js';
import { type CsvLocale, csvLine, csvStart } from './csv.js';
import { resultJunit } from './result-junit.js';
import { resultPage, shownOnPage } from './result-page.js';

/** Where the reports of a reconciliation are. Paths. */
export type ReconciliationFiles = {
  readonly page: string;
  readonly json: string;
  readonly junit: string;
  readonly lines: string;
  readonly findings: string;
};

/** The names of the files in a folder. */
export const reconciliationFilesIn = (folder: string): ReconciliationFiles => ({
  page: join(folder, 'index.html'),
  json: join(folder, 'report.json'),
  junit: join(folder, 'junit.xml'),
  lines: join(folder, 'lines.csv'),
  findings: join(folder, 'findings.csv'),
});

const batch = 1000;

/** All findings of a ledger, a page at a time. */
const allFindings = function* (
  ledger: Pick<ReconciliationLedger, 'findings'>,
): Generator<ReadonlyArray<KeptFinding>> {
  for (let from = 0; ; from += batch) {
    const page = ledger.findings(from, batch);
    if (page.length > 0) yield page;
    if (page.length < batch) return;
  }
};

// Amounts are text, so that a spreadsheet gets every digit.
const money = (amount: number, currency: string): { readonly number: string } => ({
  number: amountText(amount, currency).replace(/ [^ ]*$/, ''),
});

const timeText = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const lineHeader = [
  'created',
  'kind',
  'id',
  'order',
  'payment',
  'amount',
  'fee',
  'net',
  'currency',
  'payout',
  'findings',
];

const lineCells = (line: LedgerLine) => [
  { text: timeText(line.created) },
  { text: line.kind },
  { text: line.id },
  { text: line.order ?? '' },
  { text: line.payment ?? '' },
  money(line.amount, line.currency),
  money(line.fee, line.currency),
  money(line.net, line.currency),
  { text: line.currency.toUpperCase() },
  { text: line.payout ?? '' },
  { text: line.findings.replaceAll(',', ' ') },
];

const linesCsv = function* (
  { lines }: Pick<ReconciliationLedger, 'lines'>,
  locale: CsvLocale,
): Generator<string> {
  yield csvStart +
    csvLine(
      lineHeader.map((text) => ({ text })),
      locale,
    );
  for (let after = ''; ; ) {
    const page = lines(after, batch);
    yield page.map(({ line }) => csvLine(lineCells(line), locale)).join('');
    const last = page.at(-1);
    if (last === undefined || page.length < batch) return;
    after = last.key;
  }
};

const findingHeader = [
  'finding',
  'severity',
  'order',
  'payment',
  'amount',
  'currency',
  'facts',
  'what to do',
];

const findingsCsv = function* (
  ledger: Pick<ReconciliationLedger, 'findings'>,
  locale: CsvLocale,
): Generator<string> {
  yield csvStart +
    csvLine(
      findingHeader.map((text) => ({ text })),
      locale,
    );
  for (const page of allFindings(ledger)) {
    for (const finding of page) {
      const { amount, currency } = finding;
      yield csvLine(
        [
          { text: finding.id },
          { text: finding.severity },
          { text: finding.order ?? '' },
          { text: finding.payment ?? '' },
          amount === null ? { text: '' } : money(amount, currency ?? ''),
          { text: (currency ?? '').toUpperCase() },
          { text: finding.message },
          { text: finding.advice },
        ],
        locale,
      );
    }
  }
};

const parsedRepair = (repair: string | null): unknown => {
  const value: unknown = repair === null ? null : JSON.parse(repair);
  return value;
};

/** Facts around a result. */
type ReportFacts = {
  /** The account and mode of the processor, such as `acct_1/live`; `null`: the processor does not tell. */
  readonly account: string | null;
  /** Parts that were not compared, and why. */
  readonly skipped: ReadonlyArray<string>;
};

/** The result as JSON, in parts: the findings may be many. Amounts are minor units, times Unix seconds. */
export const resultJson = function* (
  result: Reconciliation,
  ledger: Pick<ReconciliationLedger, 'findings'>,
  { account, skipped }: ReportFacts,
): Generator<string> {
  const { findings, ...rest } = result;
  const head = JSON.stringify(
    { account, ...rest, count: findings, not_compared: skipped },
    null,
    2,
  );
  yield `${head.slice(0, head.lastIndexOf('}')).trimEnd()},\n  "findings": [`;
  let isFirst = true;
  for (const page of allFindings(ledger)) {
    for (const finding of page) {
      const text = JSON.stringify({ ...finding, repair: parsedRepair(finding.repair) });
      yield `${isFirst ? '' : ','}\n    ${text}`;
      isFirst = false;
    }
  }
  yield `${isFirst ? '' : '\n  '}]\n}\n`;
};

/** Writes the page, JSON, JUnit XML, a CSV of every line and a CSV of the findings. Rejects if the folder cannot be written to. */
export const writeReconciliation = async (
  folder: string,
  result: Reconciliation,
  ledger: Pick<ReconciliationLedger, 'findings' | 'lines'>,
  { locale, ...facts }: ReportFacts & { readonly locale: CsvLocale },
): Promise<ReconciliationFiles> => {
  const files = reconciliationFilesIn(folder);
  const shown = shownOnPage();
  for (const page of allFindings(ledger)) shown.take(page);
  await mkdir(folder, { recursive: true });
  await writeFile(files.page, resultPage(result, shown.of, facts.skipped));
  await writeFile(files.junit, resultJunit(result, shown.of));
  await pipeline(resultJson(result, ledger, facts), createWriteStream(files.json));
  await pipeline(linesCsv(ledger, locale), createWriteStream(files.lines));
  await pipeline(findingsCsv(ledger, locale), createWriteStream(files.findings));
  return files;
};
