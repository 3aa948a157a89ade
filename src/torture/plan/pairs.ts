import type { MessageFault } from './faults.js';
import type { Seen, ShopMessage } from './message.js';
import type { PlanOptions } from './plan-options.js';
import { type CellDraft, singleFaults } from './single-faults.js';

// Each stands for faults that are like it: after a cut answer a shop knows as much as after a lost one.
const ofCalls = new Set([
  'request_lost',
  'answer_lost',
  'refused_500',
  'killed_before',
  'killed_after',
  'killed_answered',
]);
const ofReads = new Set(['killed_before', 'killed_answered']);
const ofCommits = new Set(['killed_before_commit', 'killed_after_commit']);
const ofWebhooks = new Set(['killed_handling', 'killed_accepted']);

// Shops act on the payment intent. An event about its charge comes with it, and one that it was made tells nothing.
const tellsMore = (type: string): boolean =>
  type === 'charge.refunded' || !/^(?:charge|refund)\.|\.created$/.test(type);

const isOfPairs = (message: ShopMessage, { name }: MessageFault): boolean => {
  switch (message.on) {
    case 'order':
      return false;
    case 'call':
      return (message.changes ? ofCalls : ofReads).has(name);
    case 'commit':
      return ofCommits.has(name);
    case 'webhook':
      return tellsMore(message.type) && ofWebhooks.has(name);
    case 'request':
      return true;
  }
};

/** Customers and staff who get no answer press again, so that a second fault finds the shop recovering. */
const withRetries = (seen: Seen): Seen => ({
  ...seen,
  journeys: seen.journeys.map(({ journey, messages }) => ({
    messages,
    journey: {
      ...journey,
      incidents: (amount) => [...journey.incidents(amount), { kind: 'retries', key: 'same' }],
    },
  })),
});

/** The faults with which pairs begin: those of changing calls, and kills. */
export const firstFaults = (seen: Seen, options: PlanOptions): ReadonlyArray<CellDraft> =>
  singleFaults(withRetries(seen), options, isOfPairs);

/** A first fault, with the messages that came after it. */
export type FirstFault = {
  readonly draft: CellDraft;
  readonly after: ReadonlyArray<ShopMessage>;
};

/** A first fault, and each fault of a message that comes after it. What the first one makes unreachable is not in it. */
export const pairsOf = (
  { draft, after }: FirstFault,
  seen: Seen,
  options: PlanOptions,
): ReadonlyArray<CellDraft> => {
  const { cell, journey } = draft;
  const journeys = [{ journey: { ...journey, incidents: draft.incidents }, messages: after }];
  return singleFaults({ ...seen, journeys }, options, isOfPairs).map((second) => ({
    cell: { ...cell, second: { message: second.cell.message, fault: second.cell.fault } },
    journey,
    incidents: second.incidents,
  }));
};
