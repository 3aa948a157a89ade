// Writes docs/internals/fidelity.md.

const day = (date) => date.toISOString().slice(0, 10);

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const groupBy = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
};

const count = (number) => number.toLocaleString('en-US');

const isAlike = ({ differences }) => differences.length === 0;

/** The numbers of some steps, as cells of a table. */
export const figures = (steps) => {
  const replayed = steps.filter(({ outcome }) => outcome === 'replayed');
  const alike = replayed.filter(isAlike);
  return [
    steps.length,
    replayed.length,
    alike.length,
    replayed.length - alike.length,
    replayed.length === 0 ? '' : `${((100 * alike.length) / replayed.length).toFixed(1)} %`,
  ];
};

export const heads = ['Steps', 'Replayed', 'Alike', 'Different', 'Share'];

const notReplayed = [
  ['another product', 'of products that are not simulated, such as subscriptions and invoices'],
  ['made elsewhere', 'about an object that another recording made'],
  ['not simulated', 'refused with a message that says what is not simulated'],
  ['unusable', 'without a key, beyond a rate limit, or without a readable answer'],
];

const dates = (some) => {
  const sorted = some.map(({ date }) => day(date)).toSorted();
  return sorted[0] === sorted.at(-1) ? sorted[0] : `${sorted[0]} to ${sorted.at(-1)}`;
};

/** The page. `steps` have their `source`, `version`, `endpoint`, and each of their differences its `reason`. */
export const fidelityPage = (steps, sources) => {
  const replayed = steps.filter(({ outcome }) => outcome === 'replayed');
  const found = replayed.flatMap((step) => step.differences.map((one) => ({ ...one, step })));
  const bySource = groupBy(steps, ({ source }) => source);
  return `# Fidelity

Other projects have recorded what the real Stripe answers. \`npm run recordings\` sends the same requests to the
[local server](../fake-server.md), and compares the answers: statuses, errors, types and values of fields. It writes this
page. The recordings lie beside the project and are not part of it; tables of our own in \`test/simulator/recorded\` are
part of \`npm test\`.

A recording of 2025 or later decides, or two projects: the script looks for both, and fails on a difference that one of them
confirms unless the table below has a reason for it. Fees, ids, times and the payment methods of the recorded account
are not compared, and fields that only we have neither: Stripe adds fields to every version.

**Of ${count(replayed.length)} replayed steps ${count(replayed.filter(isAlike).length)} are alike.**

## By source

${table(
  ['Source', 'Recorded', ...heads],
  bySource.map(([source, some]) => [sources(source), dates(some), ...figures(some)]),
)}

Not replayed:

${table(
  ['Steps', 'Why'],
  notReplayed.map(([outcome, why]) => [
    steps.filter((step) => step.outcome === outcome).length,
    why,
  ]),
)}

## By version

${table(
  ['Source', 'Version', ...heads.slice(1)],
  bySource.flatMap(([source, some]) =>
    groupBy(
      some.filter(({ outcome }) => outcome === 'replayed'),
      ({ version }) => version ?? 'not recorded',
    )
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([version, of]) => [source, version, ...figures(of).slice(1)]),
  ),
)}

## By endpoint

${table(
  ['Endpoint', ...heads.slice(1)],
  groupBy(replayed, ({ endpoint }) => endpoint)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([endpoint, some]) => [`\`${endpoint}\``, ...figures(some).slice(1)]),
)}

## What differs, and why

${table(
  ['Times', 'Endpoint', 'Field', 'Recorded', 'Here', 'When', 'Why'],
  groupBy(found, ({ step, path, recorded, ours, reason }) =>
    JSON.stringify([step.endpoint, path, recorded, ours, reason]),
  )
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([, some]) => {
      const [{ step, path, recorded, ours, reason }] = some;
      return [
        some.length,
        `\`${step.endpoint}\``,
        `\`${path}\``,
        `\`${recorded}\``,
        `\`${ours}\``,
        dates(some.map((one) => one.step)),
        reason ?? '**unexplained**',
      ];
    }),
)}
`;
};
