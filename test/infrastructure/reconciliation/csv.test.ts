import { expect } from 'chai';
import * as fc from 'fast-check';
import { csvLine, csvRows, csvStart } from '../../../src/infrastructure/reconciliation/csv.js';

const rowsOf = async (
  chunks: ReadonlyArray<string>,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const rows: Array<ReadonlyArray<string>> = [];
  for await (const { cells } of csvRows(chunks)) rows.push(cells);
  return rows;
};

describe('CSV', () => {
  it('is read as it was written, however it is cut', async () => {
    // A line feed alone ends a line as well as with a carriage return, which no cell has.
    const aCell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é', '€', '1') })
      .filter((text) => !/^[=+\-@\t\r]/.test(text));
    const aRow = fc
      .array(aCell, { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.some((cell) => cell !== ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(aRow, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('en' as const, 'es' as const),
        fc.nat(),
        async (rows, locale, cut) => {
          const header = ['one', 'two'];
          const text =
            csvStart +
            [header, ...rows]
              .map((cells) =>
                csvLine(
                  cells.map((one) => ({ text: one })),
                  locale,
                ),
              )
              .join('');
          const place = cut % text.length;
          expect(await rowsOf([text.slice(0, place), text.slice(place)])).to.deep.equal([
            header,
            ...rows,
          ]);
        },
      ),
      { seed: 32, numRuns: 300 },
    );
  });

  it('writes amounts with a decimal comma in Spanish, and semicolons between cells', () => {
    const cells = [{ text: 'a;b' }, { number: '-19.99' }, { number: '0.00' }];
    expect(csvLine(cells, 'es')).to.equal(
      '"a;b";-19,99;0,00\r\n'.replace('-19,99', '"-19,99"').replace('0,00', '"0,00"'),
    );
    expect(csvLine(cells, 'en')).to.equal('"a;b",-19.99,0.00\r\n');
  });

  it('does not let a spreadsheet run a text as a formula', () => {
    expect(csvLine([{ text: '=1+1' }, { text: '@x' }], 'en')).to.equal("'=1+1,'@x\r\n");
  });

  it('writes control characters out', () => {
    const hostile = '1\u001B]0;own\u0007\r=2\0\tx';
    expect(csvLine([{ text: hostile }, { text: 'two\nlines' }], 'en')).to.equal(
      '"1\\u001b]0;own\\u0007\\u000d=2\\u0000\\u0009x","two\nlines"\r\n',
    );
  });

  it('reads the number of the line where a row begins', async () => {
    const rows = [];
    for await (const row of csvRows(['id;note\n\n1;"two\nlines"\n2;x'])) rows.push(row);
    expect(rows).to.deep.equal([
      { line: 1, cells: ['id', 'note'] },
      { line: 3, cells: ['1', 'two\nlines'] },
      { line: 5, cells: ['2', 'x'] },
    ]);
  });

  it('does not take the rest of an endless file for one cell', async () => {
    const error = await rowsOf(['id,note\n1,"', 'two\nlines'.repeat(120_000)]).catch(
      (cause: unknown) => cause,
    );
    expect(error).to.have.property(
      'message',
      'line 2: a quote is not closed, or a cell is too long',
    );
  });

  it('refuses a quote that is not closed', async () => {
    const error = await rowsOf(['id,note\n1,"open']).catch((cause: unknown) => cause);
    expect(error).to.have.property('message', 'line 2: a quote is not closed');
  });
});
