import type { MemorySnapshot } from '../../../src/simulator/controls/memory-controls.js';
import { at } from '../../support/json/at.js';

/** The objects that moved money, by id. */
export type Ledger = {
  /** The cents that each payment received. */
  readonly received: Map<string, number>;
  /** The cents of each refund. */
  readonly refunded: Map<string, number>;
};

export const emptyLedger = (): Ledger => ({ received: new Map(), refunded: new Map() });

/** Adds a payment that received money, or a refund; other objects are left out. */
export const book = ({ received, refunded }: Ledger, object: unknown): void => {
  const id = String(at(object, 'id'));
  if (at(object, 'object') === 'refund') refunded.set(id, Number(at(object, 'amount')));
  if (at(object, 'object') === 'payment_intent' && at(object, 'status') === 'succeeded') {
    received.set(id, Number(at(object, 'amount_received')));
  }
};

/** The ledger of the processor. The refund of a canceled authorization is left out: it moves no money. */
export const ledgerOf = ({ state }: MemorySnapshot): Ledger => {
  const ledger = emptyLedger();
  const held = new Set(
    state.charges.rows.flatMap(([, charge]) =>
      at(charge, 'captured') === false ? [String(at(charge, 'id'))] : [],
    ),
  );
  for (const [, intent] of state.intents.rows) book(ledger, intent);
  for (const [, refund] of state.refunds.rows) {
    if (!held.has(String(at(refund, 'charge')))) book(ledger, refund);
  }
  return ledger;
};

/** Payments that were made twice under one idempotency key. */
export const paidTwice = ({ state }: MemorySnapshot): ReadonlyArray<string> => {
  const seen = new Set<string>();
  return state.intents.rows.flatMap(([, intent]) => {
    const key = at(intent, 'metadata.pasarela_key');
    if (typeof key !== 'string') return [];
    if (seen.has(key)) return [String(at(intent, 'id'))];
    seen.add(key);
    return [];
  });
};

const total = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].reduce((sum, cents) => sum + cents, 0);

/**
 * Compares what the processor holds with what it answered. `before`: what it held at the start. `unanswered`: so many
 * requests were left without an answer, each of which may have moved money.
 */
export const ledgerProblems = (
  before: Ledger,
  held: Ledger,
  answered: Ledger,
  unanswered: number,
): ReadonlyArray<string> => {
  const problems: Array<string> = [];
  let extra = 0;
  for (const kind of ['received', 'refunded'] as const) {
    for (const [id, cents] of answered[kind]) {
      const actual = held[kind].get(id);
      if (actual !== cents) problems.push(`${id}: ${cents} cents answered, ${actual} ${kind}`);
    }
    extra += [...held[kind].keys()].filter(
      (id) => !answered[kind].has(id) && !before[kind].has(id),
    ).length;
  }
  if (extra > unanswered) {
    problems.push(
      `${extra} movements without an answer, after ${unanswered} unanswered requests: ${total(held.received)} and ${total(answered.received)} cents`,
    );
  }
  return problems;
};
