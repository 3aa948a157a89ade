import { expect } from 'chai';
import type { Commit } from '../../../src/torture/database/postgres-proxy.js';
import { createJournal } from '../../../src/torture/journal/journal.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { createAttribution } from '../../../src/torture/processor/attribution.js';
import { createCommitHandler } from '../../../src/torture/processor/commit-handler.js';
import { createIncidentBook } from '../../../src/torture/processor/incident-book.js';
import { createShopLink } from '../../../src/torture/processor/shop-link.js';

const of = 'update orders';

const play = async (
  incidents: ReadonlyArray<Incident>,
  {
    texts = ['o1-aa'],
    turn = null,
    commits = true,
    starts = false,
  }: {
    texts?: ReadonlyArray<string>;
    turn?: number | null;
    commits?: boolean;
    starts?: boolean;
  } = {},
) => {
  const done: Array<string> = [];
  const journal = createJournal(() => 0);
  const attribution = createAttribution();
  const book = createIncidentBook(journal);
  for (const number of [1, 2]) {
    const order = { number, id: `o${number}-aa`, email: `o${number}@example.com`, amount: number };
    attribution.expect(order);
    book.expect({ number, incidents: number === 1 ? incidents : [] });
  }
  const shop = createShopLink({
    restart: async () => {
      done.push('kill');
    },
    freeze: async () => undefined,
    whenUp: async () => undefined,
  });
  const handler = createCommitHandler({
    journal,
    attribution,
    book,
    shop,
    onProblem: (problem) => done.push(String(problem)),
  });
  if (turn !== null) handler.turnTo(turn);
  const commitOf = (text: string): Commit => ({
    name: of,
    text,
    forward: async () => {
      done.push('forward');
      return commits;
    },
    answer: () => done.push('answer'),
    refuse: async () => {
      done.push('refuse');
    },
    breakOff: () => done.push('break'),
  });
  const restarting = starts ? shop.restart() : Promise.resolve();
  for (const text of texts) await handler.handle(commitOf(text));
  await restarting;
  const entries = journal
    .entries()
    .flatMap((entry) => (entry.kind === 'commit' ? [[entry.order, entry.nth, entry.ended]] : []));
  const happened = incidents.filter((one) => book.hasHappened(one)).map(({ id }) => id);
  return { done: done.join(' '), entries, happened };
};

const cases: ReadonlyArray<readonly [Incident, done: string, ended: string]> = [
  [{ id: 'a', kind: 'killed_at_commit', of, commit: 1, when: 'before' }, 'kill break', 'broken'],
  [
    { id: 'a', kind: 'killed_at_commit', of, commit: 1, when: 'after' },
    'forward kill break',
    'unanswered',
  ],
  [{ id: 'a', kind: 'commit_lost', of, commit: 1 }, 'forward break', 'unanswered'],
  [{ id: 'a', kind: 'connection_broken', of, commit: 1 }, 'break', 'broken'],
  [{ id: 'a', kind: 'deadlock', of, commit: 1 }, 'refuse', 'refused'],
];

describe('the commits of a shop', () => {
  for (const [incident, done, ended] of cases) {
    const { kind, when = '' } = { when: undefined, ...incident };
    it(`can be disturbed by ${kind} ${when}`, async () => {
      expect(await play([incident])).to.deep.equal({
        done,
        entries: [[1, 1, ended]],
        happened: ['a'],
      });
    });
  }

  it('are counted by their order and name, and pass if nothing is planned for them', async () => {
    const second: Incident = { id: 'b', kind: 'deadlock', of, commit: 2 };
    const other: Incident = { id: 'c', kind: 'commit_lost', of: 'insert events', commit: 1 };
    const texts = ['o1-aa', 'o2@example.com', 'no name', 'o1-aa'];
    expect(await play([second, other], { texts })).to.deep.equal({
      done: 'forward answer forward answer forward answer refuse',
      entries: [
        [1, 1, 'committed'],
        [2, 1, 'committed'],
        [null, null, 'committed'],
        [1, 2, 'refused'],
      ],
      happened: ['b'],
    });
  });

  it('that name no order are of the order whose turn it is', async () => {
    const { entries } = await play([], { texts: ['no name'], turn: 2 });
    expect(entries).to.deep.equal([[2, 1, 'committed']]);
  });

  it('that the database itself refuses are answered as they are', async () => {
    const incident: Incident = { id: 'a', kind: 'commit_lost', of, commit: 1 };
    expect(await play([incident], { commits: false })).to.deep.equal({
      done: 'forward answer',
      entries: [[1, 1, 'refused']],
      happened: [],
    });
  });

  it('are left alone while the shop is started', async () => {
    const incident: Incident = { id: 'a', kind: 'deadlock', of, commit: 1 };
    expect(await play([incident], { starts: true })).to.deep.equal({
      done: 'kill forward answer',
      entries: [[1, null, 'committed']],
      happened: [],
    });
  });
});
