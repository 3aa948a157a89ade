import { expect } from 'chai';
import { screenOf } from '../../../src/infrastructure/terminal/screen.js';

describe('screenOf', () => {
  it('has colours and columns on a terminal', () => {
    expect(screenOf({ isTTY: true, columns: 80 }, { TERM: 'xterm' })).to.deep.equal({
      isTerminal: true,
      isColoured: true,
      columns: 80,
    });
  });

  it('has neither elsewhere', () => {
    expect(screenOf({}, {})).to.deep.equal({
      isTerminal: false,
      isColoured: false,
      columns: Number.POSITIVE_INFINITY,
    });
  });

  it('has no colours with NO_COLOR, unless it is empty, or on a terminal without them', () => {
    const coloured = (env: Readonly<Record<string, string>>): boolean =>
      screenOf({ isTTY: true, columns: 80 }, env).isColoured;
    expect([{ NO_COLOR: '1' }, { NO_COLOR: '' }, { TERM: 'dumb' }].map(coloured)).to.deep.equal([
      false,
      true,
      false,
    ]);
  });

  it('has lines without an end on a terminal that says it has no columns', () => {
    expect(screenOf({ isTTY: true, columns: 0 }, {}).columns).to.equal(Number.POSITIVE_INFINITY);
  });
});
