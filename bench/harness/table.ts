import type { Benchmark, Latency } from './benchmark.js';
import type { Measured, Result } from './run-benchmark.js';

/** The results of a suite. */
export type Chapter = { readonly name: string; readonly results: ReadonlyArray<Result> };

const blockGoalMs = 20;

const round = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return Number(value.toPrecision(3)).toString();
};

const inUnit = (unit: Benchmark['unit'], measured: Measured | undefined): string => {
  if (measured === undefined) return '';
  return unit === '/s' ? `${round(measured.value)}/s` : `${round(measured.value)} ${unit}`;
};

const limit = (goal: Benchmark['goal']): string => {
  if (goal === undefined) return '';
  return 'atMost' in goal
    ? `≤ ${goal.goal}${goal.atMost === goal.goal ? '' : ` (≤ ${goal.atMost})`}`
    : `≥ ${goal.goal}${goal.atLeast === goal.goal ? '' : ` (≥ ${goal.atLeast})`}`;
};

const latency = (measured: Measured | undefined): string => {
  const seen: Latency | undefined = measured?.latency;
  return seen === undefined ? '' : `${seen.p50.toFixed(2)} / ${seen.p99.toFixed(2)}`;
};

// Less is better, so that the ratio is the other way round: 0.5 means twice the CPU time.
const cpu = ({ ours, baseline }: Result): string => {
  if (ours.cpuMicros === undefined) return '';
  if (baseline?.cpuMicros === undefined) return round(ours.cpuMicros);
  const ratio = baseline.cpuMicros / ours.cpuMicros;
  return `${ratio.toFixed(2)} (${round(ours.cpuMicros)}, ${round(baseline.cpuMicros)})`;
};

const block = (measured: Measured | undefined): string => {
  const longest = measured?.longestBlockMs;
  if (longest === undefined) return '';
  return longest > blockGoalMs ? `${round(longest)} (!)` : round(longest);
};

const columns: ReadonlyArray<readonly [heading: string, cell: (result: Result) => string]> = [
  ['ours', ({ unit, ours }) => inUnit(unit, ours)],
  ['baseline', ({ unit, baseline }) => inUnit(unit, baseline)],
  [
    'ratio',
    ({ ratio }) =>
      ratio === undefined
        ? ''
        : `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`,
  ],
  ['goal (least)', ({ goal }) => limit(goal)],
  ['', ({ outcome = '' }) => outcome],
  ['CPU ratio (µs)', cpu],
  ['p50 / p99 ms', ({ ours }) => latency(ours)],
  ['of the baseline', ({ baseline }) => latency(baseline)],
  ['longest block ms', ({ ours }) => block(ours)],
];

const rowsOf = (chapters: ReadonlyArray<Chapter>): ReadonlyArray<ReadonlyArray<string>> => [
  ['', ...columns.map(([heading]) => heading)],
  ...chapters.flatMap(({ name, results }) =>
    results.map((result) => [
      `${name}: ${result.name}`,
      ...columns.map(([, cell]) => cell(result)),
    ]),
  ),
];

/** The table for a terminal. */
export const textTable = (chapters: ReadonlyArray<Chapter>): string => {
  const rows = rowsOf(chapters);
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** The same for a document. */
export const markdownTable = (chapters: ReadonlyArray<Chapter>): string => {
  const [head = [], ...rows] = rowsOf(chapters);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};
