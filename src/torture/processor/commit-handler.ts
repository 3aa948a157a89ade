import type { Commit } from '../database/postgres-proxy.js';
import type { CommitEntry, Journal } from '../journal/journal.js';
import type { IncidentKind, IncidentOf } from '../plan/incident.js';
import { type Attribution, idsIn } from './attribution.js';
import type { IncidentBook } from './incident-book.js';
import type { ShopLink } from './shop-link.js';

/** Lets the incidents of the plan happen to the commits of the shop's database. */
type CommitHandler = {
  readonly handle: (commit: Commit) => Promise<void>;
  /** From now on commits that name no order are of this one: orders are played one after the other. `null`: of none. */
  readonly turnTo: (order: number | null) => void;
};

type CommitHandlerOptions = {
  readonly journal: Journal;
  readonly attribution: Attribution;
  readonly book: IncidentBook;
  readonly shop: ShopLink;
  readonly onProblem: (problem: unknown) => void;
};

type IncidentAtCommit = IncidentOf<
  Extract<IncidentKind, 'killed_at_commit' | 'commit_lost' | 'deadlock' | 'connection_broken'>
>;

export const createCommitHandler = ({
  journal,
  attribution,
  book,
  shop,
  onProblem,
}: CommitHandlerOptions): CommitHandler => {
  const counts = new Map<string, number>();
  let turn: number | null = null;

  const kill = (): Promise<void> => shop.restart().catch(onProblem);

  /** The commit is over, with how it ended. */
  const play = async (
    commit: Commit,
    incident: IncidentAtCommit | undefined,
    happens: () => void,
  ): Promise<CommitEntry['ended']> => {
    if (incident?.kind === 'killed_at_commit' && incident.when === 'before') {
      happens();
      await kill();
      commit.breakOff();
      return 'broken';
    }
    if (incident?.kind === 'connection_broken') {
      happens();
      commit.breakOff();
      return 'broken';
    }
    if (incident?.kind === 'deadlock') {
      happens();
      await commit.refuse();
      return 'refused';
    }
    const isDone = await commit.forward();
    if (!isDone || incident === undefined) {
      commit.answer();
      return isDone ? 'committed' : 'refused';
    }
    happens();
    if (incident.kind === 'killed_at_commit') await kill();
    commit.breakOff();
    return 'unanswered';
  };

  return {
    handle: async (commit) => {
      const { name, text } = commit;
      const began = journal.now();
      const order = attribution.orderOf({ ids: idsIn(text), text, amount: null }) ?? turn;
      // A program that starts must be answered to be ready.
      const isCounted = order !== null && !shop.isRestarting();
      const key = `${order} ${name}`;
      const nth = isCounted ? (counts.get(key) ?? 0) + 1 : null;
      if (nth !== null) counts.set(key, nth);
      const isHere = (one: IncidentAtCommit | undefined): boolean =>
        one?.of === name && one.commit === nth;
      const incident = (
        ['killed_at_commit', 'connection_broken', 'deadlock', 'commit_lost'] as const
      )
        .map((kind) => book.find(order, kind))
        .find(isHere);
      const ended = await play(commit, incident, () => {
        if (incident !== undefined) book.happens(order, incident);
      });
      journal.add(order, { kind: 'commit', name, nth, ended, ms: journal.now() - began });
    },
    turnTo: (order) => {
      turn = order;
    },
  };
};
