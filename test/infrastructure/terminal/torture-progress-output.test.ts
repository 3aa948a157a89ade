import { expect } from 'chai';
import type { Screen } from '../../../src/infrastructure/terminal/screen.js';
import {
  progressOutput,
  progressText,
} from '../../../src/infrastructure/terminal/torture-progress-output.js';
import type { TortureProgress } from '../../../src/torture/result/torture-progress.js';

const progress: TortureProgress = {
  phase: 'orders',
  seed: 42,
  orders: 200,
  done: 83,
  calls: 300,
  webhooks: 500,
  kills: 8,
  incidents: 90,
  findings: 0,
  shrinking: null,
};

const shrinking: TortureProgress = {
  ...progress,
  phase: 'shrinking',
  done: 200,
  findings: 3,
  shrinking: { rule: 'charged_twice', runs: 7, orders: 1, incidents: 2 },
};

describe('the progress of a torture test on a screen', () => {
  let written: string;
  let time: number;
  let frame: () => void;
  let isStopped: boolean;

  beforeEach(() => {
    written = '';
    time = 0;
    isStopped = false;
  });

  const output = (screen: Screen) =>
    progressOutput({
      write: (text) => {
        written += text;
      },
      screen,
      now: () => time,
      every: (_, work) => {
        frame = work;
        return () => {
          isStopped = true;
        };
      },
    });

  for (const [phase, expected] of [
    ['rehearsal', 'starting the shop for a first order without incidents, 12 s'],
    ['single', 'single faults: 83 of 200, 8 kills, 12 s, about 18 s left'],
    ['pairs', 'pairs of faults: 83 of 200, 8 kills, 12 s, about 18 s left'],
    ['orders', '83 of 200 orders, 8 kills, 12 s, about 18 s left'],
    ['settling', '200 orders, 8 kills: waiting until everything has arrived, 12 s'],
    ['visits', '200 orders, 8 kills: customers without a response come back, 12 s'],
    ['shrinking', 'looking for smaller plans, 12 s'],
  ] as const) {
    it(`says what happens: ${phase}`, () => {
      expect(progressText({ ...progress, phase }, 12_345)).to.equal(expected);
    });
  }

  it('says which rule is made smaller, with which try', () => {
    expect(progressText(shrinking, 500)).to.equal(
      'looking for a smaller plan that breaks charged_twice: try 7, with one order and two incidents, 3 findings, 0 s',
    );
  });

  it('is one line on a terminal, which is cut to its width, and removed at the end', () => {
    const { show, end } = output({ isTerminal: true, isColoured: false, columns: 48 });
    frame();
    expect(written).to.equal('');
    show(progress);
    time = 2000;
    frame();
    expect(written).to.equal('\r\u001B[2K83 of 200 orders, 8 kills, 2 s, about 3 s left');
    show(shrinking);
    written = '';
    frame();
    expect(written).to.equal('\r\u001B[2Klooking for a smaller plan that breaks charged…');
    end();
    expect(written.endsWith('\r\u001B[2K')).to.equal(true);
    expect(isStopped).to.equal(true);
  });

  it('is a line for each phase elsewhere, and one after ten seconds', () => {
    const { show, end } = output({
      isTerminal: false,
      isColoured: false,
      columns: Number.POSITIVE_INFINITY,
    });
    show(progress);
    show({ ...progress, done: 100 });
    time = 10_000;
    frame();
    time = 11_000;
    show({ ...progress, done: 200, phase: 'settling' });
    show(shrinking);
    end();
    expect(written.split('\n')).to.deep.equal([
      'the seed is 42',
      '83 of 200 orders, 8 kills, 0 s, about 0 s left',
      '100 of 200 orders, 8 kills, 10 s, about 10 s left',
      '200 orders, 8 kills: waiting until everything has arrived, 11 s',
      'looking for a smaller plan that breaks charged_twice: try 7, with one order and two incidents, 3 findings, 11 s',
      '',
    ]);
    expect(isStopped).to.equal(true);
  });
});
