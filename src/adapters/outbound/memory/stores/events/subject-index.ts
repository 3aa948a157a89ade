import { subjectsOf } from '../../../../../domain/event-subjects.js';
import type { KeptEvent } from './kept-event.js';

/** Finds the events to erase with a customer's data. */
type SubjectIndex = {
  readonly add: (event: KeptEvent) => void;
  readonly remove: (event: KeptEvent) => void;
  /**
   * The ids of up to `limit` events about a customer, first received first. Events that name only a payment of the customer come
   * before those that name both: once these are dropped, nothing leads to them.
   */
  readonly ofCustomer: (customer: string, limit: number) => ReadonlyArray<string>;
};

type Members = Map<string, Set<string>>;

const join = (members: Members, name: string, id: string): void => {
  const known = members.get(name);
  if (known === undefined) members.set(name, new Set([id]));
  else known.add(id);
};

const leave = (members: Members, name: string, id: string): void => {
  const known = members.get(name);
  known?.delete(id);
  if (known?.size === 0) members.delete(name);
};

const firstOf = (all: Iterable<string>, limit: number): ReadonlyArray<string> => {
  const found: Array<string> = [];
  for (const one of all) {
    if (found.length === limit) break;
    found.push(one);
  }
  return found;
};

/** `get` finds an event by its id. */
export const createSubjectIndex = (get: (id: string) => KeptEvent | undefined): SubjectIndex => {
  const byCustomer: Members = new Map();
  // Events that name a payment and no customer.
  const byPayment: Members = new Map();

  const change =
    (how: typeof join) =>
    ({ stored: { id, event } }: KeptEvent): void => {
      const { customer, payment } = subjectsOf(event);
      if (customer !== null) how(byCustomer, customer, id);
      else if (payment !== null) how(byPayment, payment, id);
    };

  const othersOf = function* (own: ReadonlyArray<string>): Iterable<string> {
    for (const id of own) {
      const stored = get(id)?.stored;
      if (stored === undefined) continue;
      const { payment } = subjectsOf(stored.event);
      for (const name of new Set([payment, stored.object_id]))
        yield* byPayment.get(name ?? '') ?? [];
    }
  };

  return {
    add: change(join),
    remove: change(leave),
    ofCustomer: (customer, limit) => {
      const own = firstOf(byCustomer.get(customer) ?? [], limit);
      const others = firstOf(new Set(othersOf(own)), limit);
      return others.length > 0 ? others : own;
    },
  };
};
