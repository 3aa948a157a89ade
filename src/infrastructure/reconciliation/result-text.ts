import type { KeptFinding } from '../../application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../application/reconciliation/judge-ledger.js';
import { amountText } from '../../domain/money/amount-text.js';
import type { CurrencySummary } from '../../domain/reconciliation/ledger-totals.js';
import { visible } from '../../domain/text/visible.js';
import { countText } from '../../domain/text/words.js';
import { figureText } from '../../torture/report/wording.js';
import type { Paint } from '../terminal/paint.js';

/** The lines of a summary: name, minor units, and what they mean for a reader who knows no Stripe. */
export const summaryLines = (
  summary: CurrencySummary,
): ReadonlyArray<readonly [name: string, amount: number, note: string]> => {
  const { explained } = summary;
  return [
    ['Gross', summary.gross, countText(summary.charges, 'charge')],
    ['Refunds', summary.refunds, 'given back to customers'],
    ['Disputes', summary.disputes, 'taken back by banks, less what was won'],
    ['Fees', summary.fees, 'of the processor'],
    ...(summary.other === 0
      ? []
      : [['Other', summary.other, 'corrections and transfers'] as const]),
    ['Net', summary.net, 'gross and all the above'],
    ['Payouts', summary.payouts, 'sent to the bank'],
    ['Difference', summary.difference, 'net less payouts'],
    ...(explained === null
      ? [['', 0, 'a payout was made by hand: the difference is the change of the balance'] as const]
      : ([
          ['  waiting', explained.waiting, 'not paid out yet'],
          ['  later', explained.later, 'in payouts after this time'],
          ['  earlier', -explained.earlier, 'paid out now, and taken before this time'],
          ['  unexplained', explained.unexplained, 'should be zero'],
        ] as const)),
  ];
};

/** `2026-11-01` */
const dayText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const verdict = ({ errors, findings }: Reconciliation): string => {
  if (errors > 0) return countText(errors, 'finding');
  return findings === 0 ? 'everything agrees' : 'everything agrees, with notices';
};

/** The verdict in one line: `20 findings in 10000 payments and 9980 orders, 2026-11-01 to 2026-12-01`. */
export const verdictLine = (result: Reconciliation): string =>
  `${verdict(result)}: ${figureText(result.payments, 'payment')} and ${figureText(result.orders, 'order')}, from ${dayText(result.from)} to ${dayText(result.to)}`;

const mostShown = 20;

/** The result for a person at a terminal. `findings`: the first ones. */
export const resultText = (
  result: Reconciliation,
  findings: ReadonlyArray<KeptFinding>,
  skipped: ReadonlyArray<string>,
  paint: Paint,
): string => {
  const table = result.summary.flatMap((summary) => [
    paint('bold', summary.currency.toUpperCase()),
    ...summaryLines(summary).map(([name, amount, note]) =>
      name === ''
        ? `  ${note}`
        : `  ${name.padEnd(14)}${amountText(amount, summary.currency).padStart(20)}  ${paint('grey', note)}`,
    ),
    '',
  ]);
  const shown = findings
    .slice(0, mostShown)
    .flatMap((finding) => [
      `${paint(finding.severity === 'error' ? 'red' : 'yellow', visible(finding.id))}${finding.repair === null ? '' : paint('grey', '  can be repaired')}`,
      `  ${visible(finding.message)}`,
      `  ${paint('cyan', finding.advice)}`,
    ]);
  const rest = result.findings - Math.min(findings.length, mostShown);
  return [
    ...table,
    ...shown,
    ...(rest > 0 ? [`and ${countText(rest, 'more finding')} in the report`] : []),
    ...(shown.length === 0 ? [] : ['']),
    ...result.silent.map(
      ({ rule, reason, count, example }) =>
        `silent ${countText(count, 'time')}: ${rule} (${reason}), such as ${visible(example)}`,
    ),
    ...skipped.map((text) => `not compared: ${text}`),
    ...(result.silent.length + skipped.length === 0 ? [] : ['']),
    paint(result.errors === 0 ? 'green' : 'red', verdictLine(result)),
    '',
  ].join('\n');
};
