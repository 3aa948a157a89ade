const isNamed = (client, name) => client.name === name || client.name.split('@')[0] === name;

/** The clients with these names, or of these families: `stripe-node` stands for `stripe-node@8` and all others. */
export const selectClients = (clients, names) => ({
  chosen:
    names.length === 0
      ? clients
      : clients.filter((client) => names.some((name) => isNamed(client, name))),
  unknown: names.filter((name) => !clients.some((client) => isNamed(client, name))),
});

/** The result of a client whose scenario printed these outcomes. A scenario that ended early has a failed step more. */
export const resultOf = (name, version, { steps, ended }) => {
  const all = ended === null ? steps : [...steps, { name: 'reach the end', error: ended }];
  return {
    name,
    version,
    steps: all,
    passed: all.filter(({ error }) => error === undefined).length,
    of: all.length,
    failure: all.find(({ error }) => error !== undefined),
  };
};

const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`).trim();

const mostCharacters = 200;

const failureOf = ({ failure }) =>
  failure === undefined ? '' : `${failure.name}: ${failure.error}`.slice(0, mostCharacters);

/** The results as a table in Markdown, one line for each client. */
export const tableOf = (results) =>
  [
    ['Client', 'Version', 'Steps', 'First failure'],
    ['---', '---', '---', '---'],
    ...results.map((result) =>
      result.skipped === undefined
        ? [result.name, result.version, `${result.passed} of ${result.of}`, failureOf(result)]
        : [result.name, '', 'skipped', result.skipped],
    ),
  ]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`.replaceAll(/ {2,}/g, ' '))
    .join('\n')
    .replaceAll('| --- | --- | --- | --- |', '|---|---|---|---|');
