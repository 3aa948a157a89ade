import type { OrderFinding } from '../judge/finding.js';
import { type Incident, isShopWide } from '../plan/incident.js';
import type { Plan, PlannedOrder } from '../plan/plan.js';
import type { SmallestPlan } from '../result/torture-result.js';
import type { RunResult } from '../run/run-result.js';
import {
  type Attempts,
  type AttemptsOptions,
  createAttempts,
  type FailingRun,
} from './attempts.js';
import {
  asLateNews,
  asOwnIncidents,
  ordersMeanwhile,
  ordersThatDisturbed,
} from './incidents-of-others.js';
import { minimize } from './minimize.js';
import { choicesOf, planOfOne, planOfVariants, simplerThan } from './variants.js';

type Choice = ReadonlyArray<Incident>;

// Each choice is played so often in one run, because timing makes runs differ.
const repetitions = 2;
const mostConfirmed = 4;

/** The smallest of some choices of incidents that breaks the rule for an order alone. They are tried in one run. */
const smallestChoice = async (
  attempts: Attempts,
  plan: Plan,
  order: PlannedOrder,
  choices: ReadonlyArray<Choice>,
): Promise<FailingRun | null> => {
  const played = Array.from({ length: repetitions }, () => choices).flat();
  const together = await attempts.fails(planOfVariants(plan, order, played));
  const broken = new Set(together?.findings.map((finding) => finding.order));
  const candidates = choices
    .map((incidents, index) => ({
      incidents,
      times: played.filter((_, place) => place % choices.length === index && broken.has(place + 1))
        .length,
    }))
    .filter(({ times }) => times > 0)
    .toSorted((a, b) => a.incidents.length - b.incidents.length || b.times - a.times);
  for (const { incidents } of candidates.slice(0, mostConfirmed)) {
    const alone = await attempts.fails(planOfOne(plan, order, incidents), 2);
    if (alone !== null) return alone;
  }
  return null;
};

/** Replaces incidents by simpler ones as long as it breaks the rule. */
const withSimplerIncidents = async (
  attempts: Attempts,
  failure: FailingRun,
): Promise<FailingRun> => {
  const { plan } = failure;
  const [order, ...others] = plan.orders;
  if (order === undefined || others.length > 0) return failure;
  const choices = order.incidents.flatMap((incident) =>
    simplerThan(incident).map((simpler) =>
      order.incidents.map((other) => (other === incident ? simpler : other)),
    ),
  );
  if (choices.length === 0) return failure;
  const simpler = await smallestChoice(attempts, plan, order, choices);
  return simpler === null ? failure : withSimplerIncidents(attempts, simpler);
};

/** The same failure with fewer incidents, tried one plan after the other. */
const withFewerIncidents = async (attempts: Attempts, failure: FailingRun): Promise<FailingRun> => {
  let smallest = failure;
  const { plan } = failure;
  await minimize(
    plan.orders.flatMap(({ incidents }) => incidents),
    async (left) => {
      const orders = plan.orders.map((order) => ({
        ...order,
        incidents: order.incidents.filter((incident) => left.includes(incident)),
      }));
      const failed = await attempts.fails({ ...plan, orders });
      smallest = failed ?? smallest;
      return failed !== null;
    },
  );
  return smallest;
};

const smallestOfOne = async (
  attempts: Attempts,
  plan: Plan,
  order: PlannedOrder,
): Promise<FailingRun | null> => {
  const { incidents } = order;
  const choice =
    incidents.length === 0
      ? null
      : await smallestChoice(attempts, plan, order, choicesOf(incidents));
  if (choice !== null) return choice;
  // The shop may have taken the same order, played several times, for one.
  const alone = await attempts.fails(planOfOne(plan, order, incidents), 2);
  return alone === null ? null : withFewerIncidents(attempts, alone);
};

/** The same failure with fewer orders, and then with fewer incidents. */
const smallestOfMany = async (attempts: Attempts, plan: Plan): Promise<FailingRun | null> => {
  const whole = await attempts.fails(plan, 2);
  if (whole === null) return null;
  let smallest = whole;
  await minimize(plan.orders, async (orders) => {
    const failed = orders.length === 0 ? null : await attempts.fails({ ...plan, orders });
    smallest = failed ?? smallest;
    return failed !== null;
  });
  const [order, ...others] = smallest.plan.orders;
  if (order === undefined || others.length > 0 || smallest.findings[0].order === null) {
    return withFewerIncidents(attempts, smallest);
  }
  return (await smallestOfOne(attempts, plan, order)) ?? smallest;
};

/** A rule that was broken in a run, and how to run plans again. */
export type Shrinking = Omit<AttemptsOptions, 'rule' | 'onTry' | 'most'> & {
  /** The run that broke the rule. */
  readonly run: RunResult;
  /** The findings of one rule. At least one. */
  readonly findings: ReadonlyArray<OrderFinding>;
  /** Called before each run. */
  readonly onTry?: AttemptsOptions['onTry'];
  /** Absent: 40 runs and two minutes. */
  readonly most?: AttemptsOptions['most'];
};

// To try one alone takes two short runs. With the kills of others it takes more.
const mostOrders = 8;
const mostDisturbed = 4;

/**
 * The failing orders that are most promising to try alone, each with other incidents: most orders with the same incidents
 * failed too, few incidents are enough, and the shop was not killed meanwhile, by their own incidents or by others'.
 */
const mostPromising = (
  run: RunResult,
  findings: ReadonlyArray<OrderFinding>,
): ReadonlyArray<PlannedOrder> => {
  const failing = new Set(findings.map(({ order }) => order));
  const orders = run.plan.orders.map((order) => {
    const happened = order.incidents.filter(({ id }) => run.happened.has(id));
    return {
      order,
      happened,
      kinds: happened
        .map(({ kind }) => kind)
        .toSorted()
        .join(),
      wasDisturbed: ordersThatDisturbed(order.number, run).length > 0,
      failed: failing.has(order.number),
    };
  });
  const effortOf = ({ happened, kinds, wasDisturbed }: (typeof orders)[number]): number => {
    // Kills of others hide what an order's own incidents do.
    const alike = orders.filter(
      (other) => other.kinds === kinds && other.wasDisturbed === wasDisturbed,
    );
    // One more than there are: what was seen once may be chance.
    const share = alike.filter(({ failed }) => failed).length / (alike.length + 1);
    const ownKill = happened.some(isShopWide) ? 5 : 0;
    return 20 * (1 - share) + happened.length + ownKill + (wasDisturbed ? 10 : 0);
  };
  const byEffort = orders
    .filter(({ failed }) => failed)
    .map((one) => ({ ...one, effort: effortOf(one) }))
    .toSorted((one, other) => one.effort - other.effort);
  const firstOfItsKind = byEffort.filter(
    ({ kinds }, place) => byEffort.findIndex((other) => other.kinds === kinds) === place,
  );
  return firstOfItsKind.map(({ order }) => order).slice(0, mostOrders);
};

/**
 * The smallest plan that was found to break the same rule: an order that broke it alone with its own incidents, else with the
 * kills and freezes that others brought, else with the orders around it, else the whole plan. `null`: it did not happen again.
 * After an abort of the signal it resolves with what was found until then.
 */
export const shrinkPlan = async ({
  run,
  findings,
  onTry = () => undefined,
  most = { runs: 40, ms: 120_000 },
  ...options
}: Shrinking): Promise<SmallestPlan | null> => {
  const { plan } = run;
  const rule = findings[0]?.rule ?? '';
  const attempts = createAttempts({ ...options, rule, onTry, most });
  const orders = mostPromising(run, findings);
  const number = orders[0]?.number ?? null;
  const wasMet = number !== null && ordersThatDisturbed(number, run).length > 0;
  const disturbed = orders.slice(0, mostDisturbed).map((order) => ({
    ...order,
    incidents: [
      ...order.incidents,
      ...asOwnIncidents(order.number, run).filter(({ kind }) =>
        order.incidents.every((incident) => incident.kind !== kind),
      ),
    ],
  }));
  const smallestAround = (others: ReadonlyArray<PlannedOrder>) => async () =>
    others.length === 0 || others.length === plan.orders.length
      ? null
      : smallestOfMany(attempts, { ...plan, orders: others });
  const asDisturbed = disturbed
    .filter(({ incidents }, place) => incidents.length > (orders[place]?.incidents.length ?? 0))
    .map((order) => () => smallestOfOne(attempts, plan, order));
  const starts: ReadonlyArray<() => Promise<FailingRun | null>> = [
    // Others' kills count against an order: where they meet the most promising one, they are the likely cause.
    ...asDisturbed.slice(0, wasMet ? 1 : 0),
    ...orders.map(
      (order) => () =>
        smallestOfOne(attempts, plan, {
          ...order,
          incidents: [...order.incidents, ...asLateNews(order, run)],
        }),
    ),
    ...asDisturbed.slice(wasMet ? 1 : 0),
    ...orders
      .slice(0, 1)
      .map((order) => smallestAround([order, ...ordersThatDisturbed(order.number, run)])),
    smallestAround(ordersMeanwhile(number, run)),
    () => smallestOfMany(attempts, plan),
  ];
  for (const start of starts) {
    const found = await start();
    if (found === null) continue;
    const smallest = await withSimplerIncidents(attempts, found);
    const { plan: smallestPlan, run: smallestRun, findings: again } = smallest;
    return { plan: smallestPlan, run: smallestRun, finding: again[0], runs: attempts.runs() };
  }
  return null;
};
