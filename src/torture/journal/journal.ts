import type { LedgerMoment } from '../../domain/reconciliation/order-records.js';
import type { PayAnswer, RefundAnswer } from '../options/driver.js';
import type { IncidentOf } from '../plan/incident.js';

/** A request of the shop to the processor, once it is over. */
export type CallEntry = {
  readonly kind: 'call';
  /** Its number among the calls about the order that change something, as incidents count; `null`: a read, or about no order. */
  readonly call: number | null;
  /** `POST /v1/payment_intents/{id}/confirm`: its method and path with `{id}` for each id. */
  readonly name: string;
  /** Its number among the calls about the order with this name; `null`: about no order, or not by the shop. */
  readonly nth: number | null;
  /** From 1: a call that had no answer may be repeated. */
  readonly attempt: number;
  /** Whether the customer's browser made it, and not the shop. */
  readonly byBrowser: boolean;
  readonly method: string;
  /** Without the query: `/v1/payment_intents/pi_1/confirm`. */
  readonly path: string;
  /** The idempotency key. */
  readonly key: string | null;
  /** Whether the processor did the work. */
  readonly done: boolean;
  /** Whether it caused webhooks. */
  readonly events: boolean;
  /** The answer to the shop; `null`: it got no complete answer. */
  readonly status: number | null;
  /** The answer of the processor, whether or not the shop got it; `null`: the request did not reach it. */
  readonly processorStatus: number | null;
  /** Whether the processor repeated an earlier answer, by the key. */
  readonly replayed: boolean;
  /** Id and state of the object in the processor's answer. */
  readonly object: string | null;
  readonly state: string | null;
  /** Code or type of the error in the answer. */
  readonly error: string | null;
  /** `amount` or `amount_to_capture` of the request, if it has one. Minor units. */
  readonly amount: number | null;
  /** From the request to the end of the answer. Milliseconds. */
  readonly ms: number;
};

/** A try to send an event to the shop, once it is over. */
export type WebhookEntry = {
  readonly kind: 'webhook';
  readonly event: string;
  readonly type: string;
  /** From 1. */
  readonly attempt: number;
  readonly status: number | null;
  /** Why there is no status: `connection refused`, `dropped` by the plan. */
  readonly error: string | null;
  /** When it was sent, if earlier than the entry. Milliseconds of the run. */
  readonly since: number;
};

/** A commit of the shop's database that writes something, once it is over. */
export type CommitEntry = {
  readonly kind: 'commit';
  /** `insert orders, update payments` */
  readonly name: string;
  /** Its number among the commits about the order with this name; `null`: about no order, or while the shop was started. */
  readonly nth: number | null;
  /** `unanswered`: it is committed, and the shop was not told. `refused`: the database took it back. `broken`: the connection broke before. */
  readonly ended: 'committed' | 'unanswered' | 'refused' | 'broken';
  /** Milliseconds. */
  readonly ms: number;
};

/** Actions of the tool as the customer or the staff, and the shop's answers. */
export type CustomerEntry =
  | {
      readonly kind: 'pays';
      readonly attempt: number;
      readonly key: string;
      readonly card: string;
      readonly why: 'first' | 'double_click' | 'second_tab' | 'retries' | 'other_card' | 'visits';
    }
  /** `answer` is `null` where there was none; `problem` says why. */
  | {
      readonly kind: 'answered';
      readonly attempt: number;
      readonly answer: PayAnswer | null;
      readonly problem: string | null;
    }
  | {
      readonly kind: 'challenge';
      readonly ends: IncidentOf<'challenged'>['ends'] | 'declined';
      readonly payment: string;
    }
  | {
      readonly kind: 'refunds';
      readonly refund: string;
      readonly amount: number;
      readonly why: 'first' | 'double_click' | 'visits';
    }
  | {
      readonly kind: 'refund_answered';
      readonly refund: string;
      readonly answer: RefundAnswer | null;
      readonly problem: string | null;
    };

/** Events of the shop's program or of the run as a whole. */
export type RunEntry =
  | { readonly kind: 'incident'; readonly incident: string }
  /** A call waits for another request. */
  | { readonly kind: 'held'; readonly incident: string }
  | { readonly kind: 'shop'; readonly what: 'started' | 'killed' | 'frozen' | 'thawed' | 'stopped' }
  /** The shop ended although nobody ended it. */
  | { readonly kind: 'shop_died'; readonly code: number | null; readonly output: string }
  /** The shop answered no reading of its orders, and was killed. `since`: when it answered last. Milliseconds of the run. */
  | { readonly kind: 'shop_hung'; readonly since: number; readonly problem: string }
  | { readonly kind: 'clock'; readonly seconds: number }
  /** The ledgers were read. */
  | { readonly kind: 'judged'; readonly when: LedgerMoment | 'forged' }
  /** An event with a wrong signature was sent. */
  | { readonly kind: 'forged'; readonly type: string; readonly status: number | null };

export type JournalEntry = {
  /** Milliseconds since the run began. */
  readonly at: number;
  /** Number of the order; `null`: not about one order. */
  readonly order: number | null;
} & (CallEntry | WebhookEntry | CommitEntry | CustomerEntry | RunEntry);

type WithoutPlace<T> = T extends unknown ? Omit<T, 'at' | 'order'> : never;

/** Everything that happened in a run, in order. */
export type Journal = {
  readonly add: (order: number | null, entry: WithoutPlace<JournalEntry>) => void;
  readonly entries: () => ReadonlyArray<JournalEntry>;
  /** Resolves with the next such entry. */
  readonly until: (isMeant: (entry: JournalEntry) => boolean) => Promise<JournalEntry>;
  /** Milliseconds since the run began. */
  readonly now: () => number;
};

/**
 * Whether an entry tells of something that the shop did or heard. A shop that asks every second for new events, or how an open payment
 * stands, never stops: reads tell nothing, and neither do commits about no order.
 */
export const isNews = (entry: JournalEntry): boolean => {
  if (entry.kind === 'call') return entry.call !== null;
  return entry.kind !== 'commit' || entry.order !== null;
};

/** An empty journal. `now`: milliseconds, from any start. */
export const createJournal = (
  now: () => number,
  onEntry: (entry: JournalEntry) => void = () => undefined,
): Journal => {
  const start = now();
  const entries: Array<JournalEntry> = [];
  const waiting = new Set<(entry: JournalEntry) => void>();
  return {
    add: (order, entry) => {
      const complete: JournalEntry = { at: now() - start, order, ...entry };
      entries.push(complete);
      onEntry(complete);
      for (const see of waiting) see(complete);
    },
    entries: () => entries,
    until: (isMeant) =>
      new Promise((resolve) => {
        const see = (entry: JournalEntry): void => {
          if (!isMeant(entry)) return;
          waiting.delete(see);
          resolve(entry);
        };
        waiting.add(see);
      }),
    now: () => now() - start,
  };
};
