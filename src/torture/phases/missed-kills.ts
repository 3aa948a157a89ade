import type { PlannedOrder } from '../plan/plan.js';
import { isAtCall } from '../processor/incident-book.js';
import type { RunResult } from '../run/run-result.js';

/**
 * The orders whose kill or freeze at a call did not happen, although the shop made the call: it was being started then, for the sake of
 * another order.
 */
export const ordersOfMissedKills = ({
  plan,
  journal,
  happened,
}: Pick<RunResult, 'plan' | 'journal' | 'happened'>): ReadonlyArray<PlannedOrder> =>
  plan.orders.filter(({ number, incidents }) => {
    const missed = incidents.filter(
      ({ id, kind }) => (kind === 'killed' || kind === 'frozen') && !happened.has(id),
    );
    if (missed.length === 0) return false;
    const calls = journal.flatMap((entry) =>
      entry.kind === 'call' && entry.order === number
        ? [{ call: entry.call, to: entry.name, nth: entry.nth, tries: entry.attempt }]
        : [],
    );
    return missed.some((incident) => calls.some((place) => isAtCall(incident, place)));
  });
