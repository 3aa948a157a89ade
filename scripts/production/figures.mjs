/** The value that this share of them does not exceed. */
export const quantile = (values, share) => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const seconds = (ms) => (ms / 1000).toFixed(1);

/**
 * A step as its buyers saw it. `attempts`: `{ at, ms, status }`, those that ended in it; `ended`: when the fault ended. Times in
 * milliseconds. An answer that tells a buyer the outcome is 201, 200 or 402.
 */
export const seenByBuyers = (attempts, ended) => {
  const failed = attempts.filter(({ status }) => ![200, 201, 402].includes(status));
  const paid = attempts.filter(({ status }) => status === 201);
  const first = paid.find(({ at }) => at >= ended);
  const kinds = new Map();
  for (const { status } of failed) kinds.set(status, (kinds.get(status) ?? 0) + 1);
  return {
    requests: attempts.length,
    paid: paid.length,
    failed: failed.length,
    kinds: [...kinds].map(([status, count]) => `${count} × ${status}`).join(', '),
    median: quantile(
      paid.map(({ ms }) => ms),
      0.5,
    ),
    longest: Math.max(0, ...attempts.map(({ ms }) => ms)),
    recovered: first === undefined ? undefined : first.at + first.ms - ended,
  };
};

const row = (cells) => `| ${cells.join(' | ')} |`;

/** A table in Markdown. */
export const tableOf = (heads, rows) =>
  [row(heads), row(heads.map((_, n) => (n === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n');

/** The table of the day. */
export const dayTable = (lines) =>
  tableOf(
    [
      'Step',
      'Requests',
      'Paid',
      'Failed answers',
      'Median ms',
      'Longest s',
      'Back after s',
      'Result',
    ],
    lines.map(({ name, seen, skipped, result }) =>
      skipped === undefined
        ? [
            name,
            seen.requests,
            seen.paid,
            seen.failed === 0 ? '0' : `${seen.failed} (${seen.kinds})`,
            seen.median.toFixed(0),
            seconds(seen.longest),
            seen.recovered === undefined ? '' : seconds(seen.recovered),
            result,
          ]
        : [name, '', '', '', '', '', '', `skipped: ${skipped}`],
    ),
  );
