import type { OrderFinding } from './finding.js';
import type { Ledgers } from './ledger.js';
import { tortureRules } from './torture-rules.js';

// Findings without an order come first.
const placeOf = ({ order }: OrderFinding): number => order ?? 0;

/**
 * Judges a run by its ledgers in the order in which they were read. A rule that an order breaks at two moments is
 * found once. Sorted by rule, then by order.
 */
export const judgeLedgers = (ledgers: ReadonlyArray<Ledgers>): ReadonlyArray<OrderFinding> =>
  tortureRules.flatMap((rule) => {
    const findings = new Map<number | null, OrderFinding>();
    for (const finding of ledgers.flatMap(rule.check)) {
      if (!findings.has(finding.order)) findings.set(finding.order, finding);
    }
    return [...findings.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
  });
