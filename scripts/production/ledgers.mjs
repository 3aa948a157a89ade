const byOrder = (charges) => {
  const groups = new Map();
  for (const charge of charges) {
    groups.set(charge.order, [...(groups.get(charge.order) ?? []), charge]);
  }
  return groups;
};

const orders = (those) => those.map(({ order }) => order);

const isTheirs = ({ charge, cents, refunded }, [found, ...more]) =>
  more.length === 0 &&
  found.id === charge &&
  found.cents === cents &&
  (refunded === undefined || found.refunded === refunded);

/**
 * Compares what buyers were told with what the processor has, and the events that the processor sent with those that the shop's
 * receiver got. Returns the names of everything that differs; all lists are empty after a good day.
 *
 * `told`: `{ order, outcome: 'paid' | 'failed' | 'doubt', cents, charge?, refunded? }`; `charges`: those that succeeded,
 * `{ id, order, cents, refunded }`, in cents.
 */
export const compareLedgers = ({ told, charges, sent, received }) => {
  const groups = byOrder(charges);
  const outcome = (wanted) => told.filter((one) => one.outcome === wanted);
  const known = new Set(orders(told));
  return {
    'failed purchases that are paid': orders(
      outcome('failed').filter(({ order }) => groups.has(order)),
    ),
    'orders paid twice': [...groups].flatMap(([order, of]) => (of.length > 1 ? [order] : [])),
    'paid orders that the processor has otherwise': orders(
      outcome('paid').filter((one) => !isTheirs(one, groups.get(one.order) ?? [{}])),
    ),
    'charges of nobody': charges.filter(({ order }) => !known.has(order)).map(({ id }) => id),
    'orders in doubt at the end': orders(outcome('doubt')),
    'events lost': sent.filter((id) => !received.has(id)),
  };
};

/** The lists of a comparison that are not empty, one sentence each, with some of their names. */
export const differences = (compared) =>
  Object.entries(compared)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => {
      const more = names.length > 5 ? `, and ${names.length - 5} more` : '';
      return `${what}: ${names.length} (${names.slice(0, 5).join(', ')}${more})`;
    });
