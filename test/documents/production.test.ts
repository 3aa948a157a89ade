import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { rejectionOf } from '../support/errors/rejection-of.js';

type Charge = {
  readonly id: string;
  readonly order: string;
  readonly cents: number;
  readonly refunded: number;
};

type Told = {
  readonly order: string;
  readonly outcome: 'paid' | 'failed' | 'doubt';
  readonly cents: number;
  readonly charge?: string;
  readonly refunded?: number;
};

type Compared = Readonly<Record<string, ReadonlyArray<string>>>;

type Step = { readonly name: string; readonly needs?: ReadonlyArray<string> };

type Found = Readonly<Record<string, string | undefined>>;

type Seen = Readonly<Record<string, unknown>>;

const load = (name: string) =>
  import(new URL(`../../../scripts/production/${name}`, import.meta.url).href);

const ledgers: {
  readonly compareLedgers: (books: {
    readonly told: ReadonlyArray<Told>;
    readonly charges: ReadonlyArray<Charge>;
    readonly sent: ReadonlyArray<string>;
    readonly received: ReadonlyMap<string, number>;
  }) => Compared;
  readonly differences: (compared: Compared) => ReadonlyArray<string>;
} = await load('ledgers.mjs');

const plans: {
  readonly planOf: (
    steps: ReadonlyArray<Step>,
    found: Found,
    only?: ReadonlyArray<string>,
  ) => ReadonlyArray<{ readonly step: Step; readonly skipped?: string }>;
} = await load('plan.mjs');

const programs: { readonly missingTools: (found: Found) => ReadonlyArray<string> } =
  await load('programs.mjs');

const figures: {
  readonly seenByBuyers: (attempts: ReadonlyArray<object>, ended: number) => Seen;
  readonly dayTable: (lines: ReadonlyArray<object>) => string;
} = await load('figures.mjs');

const run = (...args: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, ['scripts/production.mjs', ...args]);

describe('a day in production', () => {
  const paid: Told = { order: 'a', outcome: 'paid', cents: 1000, charge: 'ch_a', refunded: 0 };
  const charge: Charge = { id: 'ch_a', order: 'a', cents: 1000, refunded: 0 };
  const good = {
    told: [paid, { order: 'b', outcome: 'failed', cents: 1001 }] satisfies ReadonlyArray<Told>,
    charges: [charge],
    sent: ['evt_1'],
    received: new Map([['evt_1', 2]]),
  };

  it('finds no difference between ledgers that agree', () => {
    const compared = ledgers.compareLedgers(good);
    expect(ledgers.differences(compared)).to.deep.equal([]);
    expect(Object.keys(compared)).to.deep.equal([
      'failed purchases that are paid',
      'orders paid twice',
      'paid orders that the processor has otherwise',
      'charges of nobody',
      'orders in doubt at the end',
      'events lost',
    ]);
  });

  const wrong: ReadonlyArray<
    readonly [what: string, books: Partial<typeof good>, differences: ReadonlyArray<string>]
  > = [
    [
      'a failed purchase that is paid',
      { charges: [charge, { id: 'ch_b', order: 'b', cents: 1001, refunded: 0 }] },
      ['failed purchases that are paid: 1 (b)'],
    ],
    [
      'an order that is paid twice',
      { charges: [charge, { ...charge, id: 'ch_c' }] },
      ['orders paid twice: 1 (a)', 'paid orders that the processor has otherwise: 1 (a)'],
    ],
    [
      'a paid order without a charge',
      { charges: [] },
      ['paid orders that the processor has otherwise: 1 (a)'],
    ],
    [
      'another amount',
      { charges: [{ ...charge, cents: 999 }] },
      ['paid orders that the processor has otherwise: 1 (a)'],
    ],
    [
      'a refund that nobody was told of',
      { charges: [{ ...charge, refunded: 100 }] },
      ['paid orders that the processor has otherwise: 1 (a)'],
    ],
    [
      'a charge of nobody',
      { charges: [charge, { ...charge, id: 'ch_d', order: 'd' }] },
      ['charges of nobody: 1 (ch_d)'],
    ],
    ['a lost event', { sent: ['evt_1', 'evt_2'] }, ['events lost: 1 (evt_2)']],
  ];
  for (const [what, books, expected] of wrong) {
    it(`finds ${what}`, () => {
      const compared = ledgers.compareLedgers({ ...good, ...books });
      expect(ledgers.differences(compared)).to.deep.equal(expected);
    });
  }

  it('counts an order whose outcome stays unclear, and names five of many', () => {
    const told = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (order): Told => ({ order, outcome: 'doubt', cents: 1000 }),
    );
    const compared = ledgers.compareLedgers({ ...good, told });
    expect(ledgers.differences(compared)).to.deep.equal([
      'orders in doubt at the end: 7 (a, b, c, d, e, and 2 more)',
    ]);
  });

  it('skips the steps whose tools are missing, and says which', () => {
    const steps = [
      { name: 'kill' },
      { name: 'full', needs: ['mount'] },
      { name: 'clock', needs: [] },
    ];
    expect(plans.planOf(steps, {})).to.deep.equal([
      { step: steps[0] },
      { step: steps[1], skipped: 'needs the right to mount a file system' },
      { step: steps[2] },
    ]);
    expect(plans.planOf(steps, { mount: 'mount' }, ['full'])).to.deep.equal([{ step: steps[1] }]);
  });

  it('says how to get each missing tool, and how it goes on without', () => {
    const all = { haproxy: 'a', nginx: 'b', pgbouncer: 'c', libfaketime: 'd', mount: 'e' };
    expect(programs.missingTools(all)).to.deep.equal([]);
    expect(programs.missingTools({ ...all, haproxy: undefined, mount: undefined })).to.deep.equal([
      'HAProxy is missing (apt-get install haproxy): a small proxy in Node stands before the instances',
      'the right to mount a file system is missing (run it as root): no disk becomes full',
    ]);
  });

  it('measures from the end of a fault to the first payment that began after it', () => {
    const attempts = [
      { at: 0, ms: 100, status: 201 },
      { at: 200, ms: 20, status: 503 },
      { at: 900, ms: 300, status: 201 },
      { at: 1500, ms: 50, status: 402 },
      { at: 2000, ms: 200, status: 201 },
    ];
    const seen = figures.seenByBuyers(attempts, 1000);
    expect(seen).to.deep.equal({
      requests: 5,
      paid: 3,
      failed: 1,
      kinds: '1 × 503',
      median: 200,
      longest: 300,
      recovered: 1200,
    });
    const lines = [
      { name: 'kill', seen, result: 'one of three' },
      { name: 'clock-jumps', skipped: 'needs libfaketime' },
    ];
    expect(figures.dayTable(lines).split('\n').slice(2)).to.deep.equal([
      '| kill | 5 | 3 | 1 (1 × 503) | 200 | 0.3 | 1.2 | one of three |',
      '| clock-jumps |  |  |  |  |  |  | skipped: needs libfaketime |',
    ]);
  });

  it('describes its steps, and refuses others and wrong minutes', async () => {
    const { stdout } = await run('--help');
    for (const name of ['deploy', 'failover', 'no-processor', 'burst', 'capacity']) {
      expect(stdout).to.include(`  ${name} `);
    }
    expect(await rejectionOf(run('earthquake'))).to.include(
      'production: no step is named earthquake; --help shows the names\n',
    );
    expect(await rejectionOf(run('--minutes', 'ten'))).to.include(
      'production: --minutes must be a positive number, not ten\n',
    );
  });
});
