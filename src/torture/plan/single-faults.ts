import { createDice } from './dice.js';
import { drawAmounts } from './draw-amounts.js';
import type { DriverCapabilities } from './driver-capabilities.js';
import { allFaults, holdFor, type MessageFault } from './faults.js';
import { type IncidentDraft, isShopWide, takesTime } from './incident.js';
import { amountIn, type Journey } from './journeys.js';
import { messageName, type Seen, type ShopMessage } from './message.js';
import type { Plan, PlannedOrder } from './plan.js';
import type { PlanOptions } from './plan-options.js';

/** A place of the certificate: a message, and what goes wrong with it. */
export type Cell = {
  /** `paid`, `refunded`, … */
  readonly journey: string;
  /** `POST /v1/payment_intents`. The name of an order as a whole is `order`. */
  readonly message: string;
  /** The name of a fault: `killed_after`. */
  readonly fault: string;
  /** A fault that follows. Absent: none does. */
  readonly second?: { readonly message: string; readonly fault: string };
};

/** A cell, and the order that plays it. */
export type PlannedCell = {
  readonly cell: Cell;
  readonly order: PlannedOrder;
  /** The ids of the incidents that are the fault, and not the journey. */
  readonly faults: ReadonlyArray<string>;
};

/** A plan of orders each of which plays a cell. */
export type CellPlan = { readonly plan: Plan; readonly cells: ReadonlyArray<PlannedCell> };

/** Cells to play, and cells that cannot be played. */
type CellPlans = {
  readonly plans: ReadonlyArray<CellPlan>;
  readonly unplayed: ReadonlyArray<{ readonly cell: Cell; readonly why: string }>;
};

/** A cell with what happens in it, before its order has a number and an amount. */
export type CellDraft = {
  readonly cell: Cell;
  readonly journey: Journey;
  readonly incidents: (amount: number) => ReadonlyArray<IncidentDraft>;
};

const tillAfterMs = 300;

/** How long an answer takes that comes after the shop has given up. */
export const lateEnough = (
  { patienceMs }: Pick<Seen, 'patienceMs'>,
  { lateMs = 1500 }: PlanOptions,
): number => Math.max(lateMs, patienceMs === null ? 0 : Math.ceil(patienceMs) + tillAfterMs);

/** The reason why an incident cannot be played; `null`: it can. */
const obstacleOf = (
  drafts: ReadonlyArray<IncidentDraft>,
  { without = [] }: PlanOptions,
  { refunds, advance }: DriverCapabilities,
): string | null => {
  const kinds = drafts.map(({ kind }) => kind);
  const left = kinds.find((kind) => without.includes(kind));
  if (left !== undefined) return `the option plan.without leaves ${left} out`;
  if (!refunds && kinds.includes('refunded')) return 'the driver has no refund()';
  return !advance && drafts.some(takesTime) ? 'the driver has no advance()' : null;
};

// The longest first.
const groups = ['alone', 'together', 'day'] as const;

type Group = (typeof groups)[number];

const groupOf = (drafts: ReadonlyArray<IncidentDraft>): Group => {
  // They disturb nobody until the end.
  if (drafts.some(takesTime)) return 'day';
  return drafts.some(isShopWide) ? 'alone' : 'together';
};

const dealt = <A>(list: ReadonlyArray<A>, lanes: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: lanes }, (_, lane) => list.filter((__, place) => place % lanes === lane));

/**
 * Plans that play cells, an order for each: several at a time where orders do not disturb each other, and one after the other where
 * the shop is killed or stands still, shared among so many plans that can be run at the same time.
 */
export const plansOfCells = (
  drafts: ReadonlyArray<CellDraft>,
  options: PlanOptions & { readonly seed: number },
  capabilities: DriverCapabilities,
  lanes: number,
): CellPlans => {
  const { seed, atOnce = 8, amounts = { from: 100, to: 20_000 } } = options;
  const prices = drawAmounts(drafts.length, amounts, createDice(seed));
  const priced = drafts.map(({ cell, journey, incidents }, place) => {
    const amount = amountIn(journey.currency, prices[place] ?? 0);
    const all = incidents(amount);
    const usual = journey.incidents(amount).length;
    return { cell, journey, amount, all, usual, why: obstacleOf(all, options, capabilities) };
  });
  const playable = priced.filter(({ why }) => why === null);
  const cellsOf = (group: Group): ReadonlyArray<PlannedCell> =>
    playable
      .map((one, place) => ({ ...one, number: place + 1 }))
      .filter(({ all }) => groupOf(all) === group)
      .map(({ cell, journey, amount, all, usual, number }) => ({
        cell,
        faults: all.slice(usual).map((_, index) => `${number}.${usual + index + 1}`),
        order: {
          number,
          amount,
          currency: journey.currency,
          ...(journey.method === undefined ? {} : { method: journey.method }),
          incidents: all.map((incident, index) => ({
            id: `${number}.${index + 1}`,
            ...incident,
          })),
        },
      }));
  return {
    plans: groups
      .flatMap((group) =>
        dealt(cellsOf(group), group === 'alone' ? lanes : 1).map((cells) => ({ group, cells })),
      )
      .filter(({ cells }) => cells.length > 0)
      .map(({ group, cells }) => ({
        plan: {
          version: 1,
          seed,
          atOnce: group === 'alone' ? 1 : atOnce,
          orders: cells.map(({ order }) => order),
        },
        cells,
      })),
    unplayed: priced.flatMap(({ cell, why }) => (why === null ? [] : [{ cell, why }])),
  };
};

/** Each fault with each message of each journey, without those that make no sense. `isMeant`: which of them; absent: all. */
export const singleFaults = (
  seen: Seen,
  options: PlanOptions,
  isMeant: (message: ShopMessage, fault: MessageFault) => boolean = () => true,
): ReadonlyArray<CellDraft> => {
  const lateMs = lateEnough(seen, options);
  const draftOf = (
    journey: Journey,
    message: ShopMessage,
    fault: MessageFault,
  ): ReadonlyArray<CellDraft> => {
    const incidents = (amount: number) => {
      const scene = { journey, amount, lateMs, holdMs: holdFor(seen), tries: seen.tries };
      const own = fault.incidents(message, scene);
      return own === null ? null : [...journey.incidents(amount), ...own];
    };
    return incidents(3) === null
      ? []
      : [
          {
            cell: { journey: journey.name, message: messageName(message), fault: fault.name },
            journey,
            incidents: (amount) => incidents(amount) ?? [],
          },
        ];
  };
  return seen.journeys.flatMap(({ journey, messages }) =>
    messages.flatMap((message) =>
      allFaults
        .filter((fault) => fault.on === message.on && isMeant(message, fault))
        .flatMap((fault) => draftOf(journey, message, fault)),
    ),
  );
};
