import type { RunningOrder } from './processor-under-test.js';

/** Facts of a call, an answer or an object of the processor about its order. */
export type Traces = {
  /** Ids of the processor: `pi_...`, `cus_...`. */
  readonly ids: ReadonlyArray<string>;
  /** Everything that it says, in which the id or the e-mail address of an order may be. */
  readonly text: string;
  /** Minor units; `null`: it has none. */
  readonly amount: number | null;
};

/** Finds out to which order a call or an event belongs. */
export type Attribution = {
  readonly expect: (order: Pick<RunningOrder, 'number' | 'id' | 'email' | 'amount'>) => void;
  /** The number of the order; `null`: it cannot be told. */
  readonly orderOf: (traces: Traces) => number | null;
  /** The number of the order of one id; `null`: it is unknown, or of several orders. */
  readonly orderOfId: (id: string) => number | null;
  /** From now on these ids are the order's. */
  readonly learn: (order: number, ids: ReadonlyArray<string>) => void;
};

const anyId = /(?<![A-Za-z0-9])(?:pi|ch|cs|re|seti|cus|pm|card|tok|ctoken|src)_[A-Za-z0-9_]{8,}/g;
// The objects of one payment. Customers and cards may be those of several orders.
const ofOnePayment = /^(?:pi|ch|cs|re|seti)_/;

const betweenNames = /[^a-z0-9@.+-]+/;

/** The ids of the processor in a text. */
export const idsIn = (text: string): ReadonlyArray<string> =>
  // A client secret begins with the id of its intent.
  (text.match(anyId) ?? []).map((id) => id.replace(/_secret_.*$/, ''));

/**
 * No order is known. An order is recognized by the ids of its payments, then by its own id or e-mail address, then by its
 * customer or card, then by its amount, and else if it is the only one.
 */
export const createAttribution = (): Attribution => {
  // The number of the only order.
  let only: number | null = null;
  // Its own id and its e-mail address, in lower case.
  const names = new Map<string, number>();
  // `null`: of several orders.
  const byId = new Map<string, number | null>();
  const byAmount = new Map<number, number | null>();

  const longest = (found: Iterable<string>): number | null => {
    let name = '';
    for (const one of found) if (one.length > name.length) name = one;
    return names.get(name) ?? null;
  };
  const byNames = (text: string): number | null => {
    const lower = text.toLowerCase();
    // Most names stand alone. One within a longer word takes a search for each order.
    return (
      longest(lower.split(betweenNames).filter((word) => names.has(word))) ??
      longest([...names.keys()].filter((name) => lower.includes(name)))
    );
  };
  const byIds = (ids: ReadonlyArray<string>): number | null => {
    for (const id of ids) {
      const order = byId.get(id);
      if (order !== undefined && order !== null) return order;
    }
    return null;
  };

  return {
    expect: ({ number, id, email, amount }) => {
      only = names.size === 0 ? number : null;
      names.set(id.toLowerCase(), number).set(email.toLowerCase(), number);
      byAmount.set(amount, byAmount.has(amount) ? null : number);
    },
    orderOf: ({ ids, text, amount }) =>
      byIds(ids.filter((id) => ofOnePayment.test(id))) ??
      byNames(text) ??
      byIds(ids) ??
      byAmount.get(amount ?? -1) ??
      only,
    orderOfId: (id) => byId.get(id) ?? null,
    learn: (order, ids) => {
      for (const id of ids) {
        const before = byId.get(id);
        if (before === undefined) byId.set(id, order);
        else if (before !== order && !ofOnePayment.test(id)) byId.set(id, null);
      }
    },
  };
};
