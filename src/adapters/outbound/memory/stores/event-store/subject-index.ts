import {
  type EventRow,
  erasedWith,
  paymentsOf,
} from '../../../../../application/events/event-row.js';

/**
 * Finds the events to erase with a customer's data. Customers are erased seldom, and most stores never do it: the index stays empty
 * until it is used first.
 */
type SubjectIndex = {
  readonly add: (event: EventRow) => void;
  readonly remove: (event: EventRow) => void;
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

/** Sequence numbers in groups. They are added in ascending order, in which a set keeps them. */
const createGroups = () => {
  const groups = new Map<string, Set<number>>();
  return {
    of: (name: string): Iterable<number> => groups.get(name) ?? [],
    add: (name: string, sequence: number): void => {
      groups.set(name, (groups.get(name) ?? new Set()).add(sequence));
    },
    remove: (name: string, sequence: number): void => {
      const group = groups.get(name);
      group?.delete(sequence);
      if (group?.size === 0) groups.delete(name);
    },
  };
};

/** `get` finds an event by its sequence number, `after` the events that follow it. */
export const createSubjectIndex = (
  get: (sequence: number) => EventRow | undefined,
  after: (sequence: number) => Iterable<EventRow>,
): SubjectIndex => {
  // The index has the events up to this sequence number.
  let last = 0;
  const byCustomer = createGroups();
  // Events that name a payment and no customer.
  const byPayment = createGroups();

  const change = (how: 'add' | 'remove', { sequence, stored }: EventRow): void => {
    if (sequence > last) return;
    const { customer, payment } = erasedWith(stored);
    if (customer !== null) byCustomer[how](customer, sequence);
    else if (payment !== null) byPayment[how](payment, sequence);
  };

  const othersOf = function* (own: ReadonlyArray<number>): Iterable<number> {
    for (const sequence of own) {
      const stored = get(sequence)?.stored;
      if (stored === undefined) continue;
      for (const payment of paymentsOf(stored)) yield* byPayment.of(payment);
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
      const own = firstOf(byCustomer.of(customer), limit);
      const others = firstOf(new Set(othersOf(own)), limit);
      return others.length > 0 ? others : own;
    },
  };
};
