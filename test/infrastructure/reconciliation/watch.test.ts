import { existsSync } from 'node:fs';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryFindingStore } from '../../../src/adapters/outbound/memory/stores/memory-finding-store.js';
import { systemSetRepeating } from '../../../src/adapters/outbound/system-time.js';
import type { FindingStore, WatchedFinding } from '../../../src/application/ports/finding-store.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { type FindAll, startWatch } from '../../../src/infrastructure/reconciliation/watch.js';
import { until } from '../../support/time/until.js';

const start = 1_800_000_000;
const hour = 3600;

const finding = (number: number): WatchedFinding => ({
  id: `charged_twice:${number}`,
  rule: 'charged_twice',
  severity: 'error',
  message: `two charges for ${number}`,
  advice: 'Give one back.',
  since: start - 60,
});

type Logged = { readonly level: string; readonly message: string; readonly fields: unknown };

describe('the reconciliation in the service', () => {
  let now: number;
  let logged: Array<Logged>;
  const watches: Array<{ readonly stop: () => Promise<void> }> = [];
  beforeEach(() => {
    now = start;
    logged = [];
  });
  afterEach(async () => {
    for (const { stop } of watches.splice(0)) await stop();
  });

  const log =
    (level: string) =>
    (message: string, fields: unknown): void => {
      logged.push({ level, message, fields });
    };
  const watch = (findAll: FindAll, findings: FindingStore, owner = 'one') => {
    const started = startWatch({
      findAll,
      findings,
      owner,
      minutes: 60,
      days: 3,
      clock: () => now,
      setRepeating: systemSetRepeating,
      logger: { info: log('info'), warn: log('warn'), error: log('error') },
      pauseMs: 1,
    });
    watches.push(started);
    return started;
  };
  /** Finds these, one list in each run, and the last one again. */
  const inTurn = (...lists: ReadonlyArray<ReadonlyArray<WatchedFinding>>) => {
    const runs: Array<{ readonly from: number; readonly to: number; readonly folder: string }> = [];
    const findAll: FindAll = async (time, folder) => {
      runs.push({ ...time, folder });
      return lists[Math.min(runs.length, lists.length) - 1] ?? [];
    };
    return { runs, findAll };
  };
  /** A store that notes at what times runs ended. */
  const noting = () => {
    const findings = createMemoryFindingStore();
    const ends: Array<number> = [];
    const holdRun: FindingStore['holdRun'] = (owner, seconds, at) => {
      ends.push(at);
      return findings.holdRun(owner, seconds, at);
    };
    return { ...findings, holdRun, ended: (at: number) => until(() => ends.includes(at)) };
  };

  it('compares the last days at once, and then every hour', async () => {
    const findings = noting();
    const { runs, findAll } = inTurn([]);
    watch(findAll, findings);
    await findings.ended(start);
    now = start + hour;
    await findings.ended(start + hour);
    expect(runs.map(({ from, to }) => [from, to])).to.deep.equal([
      [start - 3 * 86_400, start],
      [start + hour - 3 * 86_400, start + hour],
    ]);
    expect(runs.filter(({ folder }) => existsSync(folder))).to.deep.equal([]);
  });

  it('logs each new finding once, and a notice as such', async () => {
    const findings = noting();
    const notice = { ...finding(3), severity: 'notice' } as const;
    const { findAll } = inTurn([finding(1)], [finding(1), finding(2), notice]);
    watch(findAll, findings);
    await findings.ended(start);
    now = start + hour;
    await findings.ended(start + hour);
    const fields = (number: number) => ({
      finding: `charged_twice:${number}`,
      rule: 'charged_twice',
      facts: `two charges for ${number}`,
    });
    expect(logged).to.deep.equal([
      { level: 'warn', message: 'the reconciliation found something new', fields: fields(1) },
      { level: 'warn', message: 'the reconciliation found something new', fields: fields(2) },
      { level: 'info', message: 'the reconciliation noticed something new', fields: fields(3) },
    ]);
  });

  it('logs no more than fifty lines of one run', async () => {
    const findings = createMemoryFindingStore();
    const { findAll } = inTurn(Array.from({ length: 60 }, (_, at) => finding(at)));
    watch(findAll, findings);
    await until(() => logged.length === 51);
    expect(logged.at(-1)).to.deep.equal({
      level: 'warn',
      message: 'the reconciliation found more than is logged',
      fields: { findings: 10 },
    });
  });

  it('runs on one of several instances', async () => {
    const findings = noting();
    const one = inTurn([]);
    const other = inTurn([]);
    watch(one.findAll, findings, 'one');
    watch(other.findAll, findings, 'other');
    await findings.ended(start);
    now = start + hour;
    await findings.ended(start + hour);
    expect(one.runs.length + other.runs.length).to.equal(2);
  });

  it('logs a failure once, notes it, and tries again in an hour', async () => {
    const findings = noting();
    let tries = 0;
    watch(async () => {
      tries += 1;
      if (tries === 1) throw new Error('no answer');
      return [];
    }, findings);
    await findings.ended(start);
    expect((await valueOf(findings.summary)).failedAt).to.equal(start);
    now = start + hour;
    await findings.ended(start + hour);
    expect(tries).to.equal(2);
    expect(logged.map(({ level, message }) => [level, message])).to.deep.equal([
      ['error', 'could not reconcile; it will be tried again'],
    ]);
  });

  it('fails when the store does not keep the findings', async () => {
    const findings: FindingStore = {
      ...createMemoryFindingStore(),
      keep: () => TE.left({ _tag: 'StoreUnavailable', cause: new Error('no room') }),
    };
    watch(inTurn([]).findAll, findings);
    await until(() => logged.length === 1);
    expect(logged[0]).to.have.nested.property('fields.cause.cause.message', 'no room');
  });

  it('does nothing while the store does not say whose run it is', async () => {
    let asked = 0;
    const findings: FindingStore = {
      ...createMemoryFindingStore(),
      takeRun: () => {
        asked += 1;
        return TE.left({ _tag: 'StoreUnavailable', cause: new Error('down') });
      },
    };
    const { runs, findAll } = inTurn([]);
    watch(findAll, findings);
    await until(() => asked > 2);
    expect(runs).to.deep.equal([]);
  });

  it('ends a run when the service stops, says nothing, and leaves it to another instance', async () => {
    const findings = createMemoryFindingStore();
    let isRunning = false;
    const { stop } = watch(
      (_time, _folder, signal) =>
        new Promise((_, reject) => {
          isRunning = true;
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
      findings,
    );
    await until(() => isRunning);
    await stop();
    expect(logged).to.deep.equal([]);
    const run = { owner: 'other', seconds: 60, longest: hour };
    expect(await valueOf(findings.takeRun(run, now))).to.equal(true);
  });
});
