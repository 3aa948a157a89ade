import { expect } from 'chai';
import { createReadingProgress } from '../../../src/infrastructure/reconciliation/reading-progress.js';

describe('the progress of the reading', () => {
  const shown = (isTerminal: boolean) => {
    let text = '';
    let now = 0;
    const progress = createReadingProgress({
      from: 1000,
      to: 2000,
      now: () => now,
      isTerminal,
      write: (part) => {
        text += part;
      },
    });
    progress.show({ part: 'payments', rows: 100, through: 1995 });
    now = 10_000;
    progress.show({ part: 'payments', rows: 100, through: 1750 });
    now = 40_000;
    progress.show({ part: 'payments', rows: 7, through: 1000 });
    progress.show({ part: 'charges', rows: 0, through: null });
    progress.end();
    return text;
  };

  it('says which part was read, and how long the rest of it takes when it knows', () => {
    // The terminal writes each line over the one before.
    const lines = shown(true)
      .replaceAll('\r\u001B[K', '\n')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).to.deep.equal([
      'payments: 100 read, 0 % of the time',
      'payments: 200 read, 25 % of the time, about 30 s left',
      'payments: 207 read, 100 % of the time',
      'charges: 0 read, 100 % of the time',
    ]);
  });

  it('is silent where nobody looks', () => {
    expect(shown(false)).to.equal('');
  });
});
