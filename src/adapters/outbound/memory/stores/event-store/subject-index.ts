import { subjectsOf } from '../../../../../domain/event-subjects.js';
import {
  createSequenceIndex,
  type SequenceIndex,
} from '../../../../../simulator/engine/store/ordered-index.js';
import type { KeptEvent } from './kept-event.js';

/**
 * Finds the events to erase with a customer's data. Customers are erased seldom, and most stores never do it: the index stays empty
 * until it is used first.
 */
type SubjectIndex = {
  readonly add: (event: KeptEvent) => void;
  readonly remove: (event: KeptEvent) => void;
  /** Adds up to `limit` events that came before the first use. Returns whether all are in the index. */
  readonly addOlder: (limit: number) => boolean;
  /**
   * The sequence numbers of up to `limit` events about a customer, first received first. Events that name only a payment of the
   * customer come before those that name both: once these are dropped, nothing leads to them.
   */
  readonly ofCustomer: (customer: string, limit: number) => ReadonlyArray<number>;
};

const firstOf = <A>(all: Iterable<A>, limit: number): ReadonlyArray<A> => {
  const found: Array<A> = [];
  for (const one of all) {
    if (found.length === limit) break;
    found.push(one);
  }
  return found;
};

const members = (groups: SequenceIndex, name: string): Iterable<number> => groups.up(name, 0);

/** `get` finds an event by its sequence number, `after` the events that follow it. */
export const createSubjectIndex = (
  get: (sequence: number) => KeptEvent | undefined,
  after: (sequence: number) => Iterable<KeptEvent>,
): SubjectIndex => {
  // The index has the events up to this sequence number.
  let last = 0;
  const byCustomer = createSequenceIndex();
  // Events that name a payment and no customer.
  const byPayment = createSequenceIndex();

  const change = (how: 'add' | 'remove', { sequence, stored }: KeptEvent): void => {
    if (sequence > last) return;
    const { customer, payment } = subjectsOf(stored.event);
    if (customer !== null) byCustomer[how](customer, sequence);
    else if (payment !== null) byPayment[how](payment, sequence);
  };

  const othersOf = function* (own: ReadonlyArray<number>): Iterable<number> {
    for (const sequence of own) {
      const stored = get(sequence)?.stored;
      if (stored === undefined) continue;
      const { payment } = subjectsOf(stored.event);
      for (const name of new Set([payment, stored.object_id]))
        if (name !== null) yield* members(byPayment, name);
    }
  };

  return {
    add: (event) => change('add', event),
    remove: (event) => change('remove', event),
    addOlder: (limit) => {
      const older = last === Infinity ? [] : firstOf(after(last), limit);
      last = older.length < limit ? Infinity : (older.at(-1)?.sequence ?? last);
      for (const event of older) change('add', event);
      return last === Infinity;
    },
    ofCustomer: (customer, limit) => {
      const own = firstOf(members(byCustomer, customer), limit);
      const others = firstOf(new Set(othersOf(own)), limit);
      return others.length > 0 ? others : own;
    },
  };
};
