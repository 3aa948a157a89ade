import { expect } from 'chai';
import { renderTable } from '../../../src/infrastructure/terminal/table.js';

const wide = { columns: 80, isColoured: false };
const names = ['ID', 'STATE', 'REASON'];
const rows = [
  ['evt_1', 'dead', 'the receiver answered 500'],
  ['evt_1234', 'handled', ''],
];

describe('renderTable', () => {
  it('lines up the columns below their names', () => {
    expect(renderTable(names, rows, wide)).to.equal(
      [
        'ID        STATE    REASON',
        'evt_1     dead     the receiver answered 500',
        'evt_1234  handled',
        '',
      ].join('\n'),
    );
  });

  it('cuts the last column at the width of the terminal, but never to nothing', () => {
    const line = (columns: number) => renderTable(names, rows, { ...wide, columns }).split('\n')[1];
    expect(line(35)).to.equal('evt_1     dead     the receiver an…');
    expect(line(10)).to.equal('evt_1     dead     the receive…');
  });

  it('has grey names on a terminal with colours, and writes control characters out', () => {
    const [head, row] = renderTable(['A'], [['\u001B[2J']], {
      columns: 80,
      isColoured: true,
    }).split('\n');
    expect(head).to.equal('\u001B[90mA\u001B[0m');
    expect(row).to.equal('\\u001b[2J');
  });
});
