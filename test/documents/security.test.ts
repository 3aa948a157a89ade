import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

const created = /CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g;

describe('docs/security.md', () => {
  it('says of every table what is stored in it and for how long', async () => {
    const page = await readFile('docs/security.md', 'utf8');
    const [, database = ''] = /### In the database([\s\S]*?)###/.exec(page) ?? [];
    const rows = database.split('\n').filter((line) => line.startsWith('| `'));
    const listed = new Set(rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []));
    const sources = await Promise.all(
      ['migrations', 'migrate'].map((name) =>
        readFile(`src/adapters/outbound/sql/${name}.ts`, 'utf8'),
      ),
    );
    const tables = [...sources.join('\n').matchAll(created)].map(([, table = '']) => table);
    expect(tables).to.include('pasarela_events');
    expect([...listed].toSorted()).to.deep.equal([...new Set(tables)].toSorted());
    for (const row of rows) expect(row.split('|'), row).to.have.length(6);
  });
});
