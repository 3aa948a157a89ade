import type { CallEntry, JournalEntry } from '../journal/journal.js';
import { createDice } from '../plan/dice.js';
import { drawAmounts } from '../plan/draw-amounts.js';
import type { DriverCapabilities } from '../plan/driver-capabilities.js';
import type { IncidentDraft, RequestName } from '../plan/incident.js';
import { amountIn, type Journey, journeysOf } from '../plan/journeys.js';
import { messageName, type Seen, type SeenJourney, type ShopMessage } from '../plan/message.js';
import type { Plan } from '../plan/plan.js';
import type { PlanOptions } from '../plan/plan-options.js';
import type { RunPlan, RunResult } from './run-result.js';

// A shop that polls reads the same again and again: the first ones show what it does with the answer.
const mostReads = 2;

const isOf =
  (number: number) =>
  ({ order }: JournalEntry): boolean =>
    order === number;

const startOf = ({ at, ms }: JournalEntry & CallEntry): number => at - ms;

const beginOf = (entry: JournalEntry): number => {
  if (entry.kind === 'call') return startOf(entry);
  return entry.kind === 'webhook' ? entry.since : entry.at;
};

const callsOf = (journal: ReadonlyArray<JournalEntry>): ReadonlyArray<ShopMessage> =>
  journal
    .filter((entry): entry is JournalEntry & CallEntry => entry.kind === 'call')
    .toSorted((one, other) => startOf(one) - startOf(other))
    .flatMap(({ name, nth, attempt, call, key, events }): ReadonlyArray<ShopMessage> => {
      if (nth === null || attempt > 1 || (call === null && nth > mostReads)) return [];
      const changes = call !== null;
      return [{ on: 'call', to: name, call: nth, changes, hasKey: key !== null, events }];
    });

const commitsOf = (journal: ReadonlyArray<JournalEntry>): ReadonlyArray<ShopMessage> =>
  journal.flatMap(
    (entry): ReadonlyArray<ShopMessage> =>
      entry.kind === 'commit' && entry.nth !== null
        ? [{ on: 'commit', of: entry.name, commit: entry.nth }]
        : [],
  );

const webhooksOf = (journal: ReadonlyArray<JournalEntry>): ReadonlyArray<ShopMessage> => {
  const types = new Map<string, number>();
  for (const entry of journal) {
    if (entry.kind === 'webhook' && !types.has(entry.type)) {
      types.set(entry.type, entry.at - entry.since);
    }
  }
  return [...types].map(([type, ms]) => ({ on: 'webhook', type, ms: Math.round(ms) }));
};

/** The messages about an order after an incident, each once: those that another fault can happen to. */
export const messagesAfter = (
  { journal }: Pick<RunResult, 'journal'>,
  number: number,
  incident: string,
): ReadonlyArray<ShopMessage> => {
  const own = journal.filter(isOf(number));
  const from = own.find((entry) => entry.kind === 'incident' && entry.incident === incident)?.at;
  if (from === undefined) return [];
  const later = own.filter((entry) => beginOf(entry) > from);
  const wasAnswered = (kind: 'answered' | 'refund_answered'): boolean =>
    later.some((entry) => entry.kind === kind && 'answer' in entry && entry.answer !== null);
  return [
    ...callsOf(later),
    ...webhooksOf(later),
    ...requestsOf(own).filter((message) =>
      wasAnswered(
        message.on === 'request' && message.request === 'refund' ? 'refund_answered' : 'answered',
      ),
    ),
  ];
};

const requestsOf = (journal: ReadonlyArray<JournalEntry>): ReadonlyArray<ShopMessage> => {
  const has = (kind: JournalEntry['kind']) => journal.some((entry) => entry.kind === kind);
  const pays = journal.filter(({ kind }) => kind === 'pays').length;
  const answers = journal.filter(({ kind }) => kind === 'answered').length;
  const requests: ReadonlyArray<RequestName> = [
    ...(has('pays') ? (['pay'] as const) : []),
    // The answer to one who comes back belongs to no press of the button.
    ...(answers > pays ? (['come_back'] as const) : []),
    ...(has('refunds') ? (['refund'] as const) : []),
  ];
  return requests.map((request) => ({ on: 'request', request }));
};

/** The messages about an order in a run, each once, in the order in which they are told. */
const messagesOf = ({ journal }: RunResult, number: number): ReadonlyArray<ShopMessage> => {
  const own = journal.filter(isOf(number));
  return [
    { on: 'order' },
    ...callsOf(own),
    ...commitsOf(own),
    ...webhooksOf(own),
    ...requestsOf(own),
  ];
};

// Before the customer is answered, the shop has given up.
const untilAnswered = ({ journal }: RunResult, number: number): ReadonlyArray<CallEntry> => {
  const own = journal.filter(isOf(number));
  const end = own.find(({ kind }) => kind === 'answered')?.at ?? Number.POSITIVE_INFINITY;
  return own.filter(
    (entry): entry is JournalEntry & CallEntry =>
      entry.kind === 'call' && entry.at <= end && entry.call === 1,
  );
};

const triesIn = (run: RunResult, number: number): number =>
  Math.max(1, untilAnswered(run, number).filter(({ status }) => status === null).length);

const patienceIn = ({ journal }: RunResult, number: number): number | null => {
  const tries = journal
    .filter(isOf(number))
    .filter(
      (entry): entry is JournalEntry & CallEntry => entry.kind === 'call' && entry.call === 1,
    );
  const [first] = tries;
  const last = tries.findLast(({ status }) => status === null);
  return first === undefined || last === undefined ? null : last.at - startOf(first);
};

const mostTries = 20;

// A shop that waits longer is not kept waiting by the rehearsal.
const longestPatienceMs = 5000;

/** Runs every journey once, and learns which messages there are, and how long the shop waits for an answer. */
export const studyShop = async (
  runPlan: RunPlan,
  plan: Pick<Plan, 'seed'>,
  options: PlanOptions,
  capabilities: DriverCapabilities,
  signal: AbortSignal,
): Promise<Seen> => {
  const journeys = journeysOf(options, capabilities);
  const [usual] = journeys;
  const probes: ReadonlyArray<IncidentDraft> = [
    { kind: 'request_lost', call: 1, times: mostTries },
    { kind: 'answer_late', call: 1, ms: longestPatienceMs },
  ];
  const scenes: ReadonlyArray<readonly [Journey, Journey['incidents']]> = [
    ...journeys.map((journey) => [journey, journey.incidents] as const),
    ...(usual === undefined ? [] : probes.map((probe) => [usual, () => [probe]] as const)),
  ];
  const { amounts = { from: 100, to: 20_000 } } = options;
  const prices = drawAmounts(scenes.length, amounts, createDice(plan.seed));
  const run = await runPlan(
    {
      version: 1,
      seed: plan.seed,
      // Commits of orders at the same time are hard to tell apart.
      atOnce: capabilities.database === true ? 1 : scenes.length,
      orders: scenes.map(([{ currency, method }, incidents], place) => {
        const amount = amountIn(currency, prices[place] ?? 0);
        return {
          number: place + 1,
          amount,
          currency,
          ...(method === undefined ? {} : { method }),
          incidents: incidents(amount).map((incident, index) => ({
            id: `${place + 1}.${index + 1}`,
            ...incident,
          })),
        };
      }),
    },
    signal,
  );
  const known = new Set<string>();
  const seen = journeys.map((journey, place): SeenJourney => {
    const messages = messagesOf(run, place + 1).filter(
      (message) => message.on === 'order' || !known.has(messageName(message)),
    );
    for (const message of messages) known.add(messageName(message));
    return { journey, messages };
  });
  return {
    journeys: seen,
    tries: triesIn(run, journeys.length + 1),
    patienceMs: patienceIn(run, journeys.length + 2),
  };
};
