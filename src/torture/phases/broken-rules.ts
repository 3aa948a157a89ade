import type { OrderFinding } from '../judge/finding.js';
import { tortureRules } from '../judge/torture-rules.js';
import type { BrokenRule, PhaseRun } from '../result/torture-result.js';

/** A run that was judged. */
export type JudgedRun = PhaseRun & { readonly findings: ReadonlyArray<OrderFinding> };

type Found = Omit<BrokenRule, 'smallest'>;

const ordersOf = (findings: ReadonlyArray<OrderFinding>): ReadonlySet<number | null> =>
  new Set(findings.map(({ order }) => order));

/** Whether two rules were broken by the same orders: then they have one cause. */
const isSameCause = (one: Found, other: Found): boolean => {
  const orders = ordersOf(one.findings);
  const others = ordersOf(other.findings);
  return (
    one.run === other.run &&
    !orders.has(null) &&
    2 * others.size >= orders.size &&
    [...others].every((order) => orders.has(order))
  );
};

/** The rules that were broken in some runs, each in the run that broke it first. Rules with one cause are one. */
export const findBroken = (runs: ReadonlyArray<JudgedRun>): ReadonlyArray<Found> => {
  const all = tortureRules.flatMap((rule): ReadonlyArray<Found> => {
    for (const { run, findings } of runs) {
      const own = findings.filter((finding) => finding.rule === rule.name);
      if (own.length > 0) return [{ rule, run, findings: own, also: [] }];
    }
    return [];
  });
  return all.reduce<ReadonlyArray<Found>>((causes, found) => {
    const cause = causes.find((one) => isSameCause(one, found));
    const [finding] = found.findings;
    if (cause === undefined || finding === undefined) return [...causes, found];
    const joined = { ...cause, also: [...cause.also, { rule: found.rule, finding }] };
    return causes.map((one) => (one === cause ? joined : one));
  }, []);
};
