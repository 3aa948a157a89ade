import { judgeLedgers } from '../judge/judge-ledgers.js';
import type { Ledgers } from '../judge/ledger.js';

// A shop keeps these late: when it tries an event again, or when a job reads how a payment stands or gives a surplus back.
const mendedByTime = new Set([
  'charged_twice',
  'charged_without_order',
  'refund_not_made',
  'refund_unknown',
  'told_failed_but_paid',
  'stuck',
]);

/** Whether an order that breaks a rule may keep it a while later. */
export const isMendedByTime = (rule: string): boolean => mendedByTime.has(rule);

const usualPatienceMs = 15_000;

type Waiting = {
  readonly read: () => Ledgers;
  /** Resolves when the shop may have done more about these orders; `null`: about no order. */
  readonly again: (orders: ReadonlySet<number | null>, isOver: () => boolean) => Promise<void>;
  /** Findings for which a run has waited before. Those of this wait are added. */
  readonly found: Set<string>;
  /** Milliseconds. */
  readonly now: () => number;
  /** How long it waits. Milliseconds; absent: 15 000. */
  readonly patienceMs?: number | undefined;
};

/** Reads the ledgers again and again while an order breaks a rule that the shop may still keep, and not for ever. */
export const untilMended = async ({
  read,
  again,
  found,
  now,
  patienceMs = usualPatienceMs,
}: Waiting): Promise<Ledgers> => {
  const end = now() + patienceMs;
  const isOver = (): boolean => now() >= end;
  for (;;) {
    const ledgers = read();
    const open = judgeLedgers([ledgers])
      .filter(({ rule }) => isMendedByTime(rule))
      .map(({ rule, order }) => ({ order, name: `${rule} ${order}` }))
      .filter(({ name }) => !found.has(name));
    if (open.length === 0 || isOver()) {
      for (const { name } of open) found.add(name);
      return ledgers;
    }
    await again(new Set(open.map(({ order }) => order)), isOver);
  }
};
