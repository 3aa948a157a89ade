const table = String.raw`((?:"[^"]+"|[\w$]+)(?:\s*\.\s*(?:"[^"]+"|[\w$]+))*)`;

const write = new RegExp(
  String.raw`(?:^|[\s(])(insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?${table}`,
  'gi',
);

const comments = /\/\*[\s\S]*?\*\/|--[^\n]*/g;
const texts = /'(?:[^']|'')*'/g;

// `for update of orders`, `do update set`: no statement of its own.
const noTables = new Set(['set', 'of', 'nowait', 'skip']);

const lastName = (name: string): string => name.split('.').at(-1)?.trim().replaceAll('"', '') ?? '';

/** The writes of a statement of SQL: `insert orders`, `update payments`. Reads and locks write nothing. */
export const writtenTables = (sql: string): ReadonlyArray<string> => {
  const plain = sql.replaceAll(comments, ' ').replaceAll(texts, "''").trim();
  if (!/^(?:insert|update|delete|merge|with)\b/i.test(plain)) return [];
  return [...plain.matchAll(write)].flatMap(([, verb = '', name = '']) => {
    const last = lastName(name);
    return noTables.has(last.toLowerCase())
      ? []
      : [`${verb.split(/\s/)[0]?.toLowerCase() ?? ''} ${last}`];
  });
};

/** The statements of a text: semicolons within texts and comments do not separate. */
export const statementsIn = (sql: string): ReadonlyArray<string> =>
  sql
    .replaceAll(comments, ' ')
    .replaceAll(texts, (text) => text.replaceAll(';', ' '))
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
