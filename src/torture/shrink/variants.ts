import { canHappen } from '../plan/draw-plan.js';
import { dayPasses, type Incident, type IncidentAtCall, isShopWide } from '../plan/incident.js';
import type { Plan, PlannedOrder } from '../plan/plan.js';

const mostTogether = 4;
const mostChoices = 16;

const subsets = <T>(items: ReadonlyArray<T>): ReadonlyArray<ReadonlyArray<T>> =>
  items.reduce<ReadonlyArray<ReadonlyArray<T>>>(
    (sets, item) => [...sets, ...sets.map((set) => [...set, item])],
    [[]],
  );

/** The smallest choices, of at most four of the incidents, that can happen together. An order rarely has more. */
export const choicesOf = (
  incidents: ReadonlyArray<Incident>,
): ReadonlyArray<ReadonlyArray<Incident>> =>
  subsets(incidents)
    .filter((set) => set.length <= mostTogether)
    .filter((set) => set.every((incident) => canHappen(incident, set)))
    .toSorted((one, other) => one.length - other.length)
    .slice(0, mostChoices);

/**
 * One plan in which an order is played once for each choice of incidents, so that one run tells which of them fail. Where a
 * choice would disturb the others, by a killed shop for instance, the orders are played one after the other.
 */
export const planOfVariants = (
  plan: Plan,
  order: PlannedOrder,
  choices: ReadonlyArray<ReadonlyArray<Incident>>,
): Plan => ({
  ...plan,
  atOnce: choices.flat().some(isShopWide) ? 1 : plan.atOnce,
  orders: choices.map((incidents, index) => ({
    ...order,
    number: index + 1,
    incidents: incidents.map((incident) => ({ ...incident, id: `${index + 1}:${incident.id}` })),
  })),
});

/** The plan of one order alone. */
export const planOfOne = (
  plan: Plan,
  order: PlannedOrder,
  incidents: ReadonlyArray<Incident>,
): Plan => ({ ...plan, atOnce: 1, orders: [{ ...order, incidents }] });

// An hour, and a day. Seconds.
const shorterWaits = [61 * 60, dayPasses];

const placeOf = ({ call, to }: IncidentAtCall) => ({ call, ...(to === undefined ? {} : { to }) });

/** Incidents that are easier to understand and to repeat, and have a similar effect, the simplest first. */
export const simplerThan = (incident: Incident): ReadonlyArray<Incident> => {
  const { id } = incident;
  switch (incident.kind) {
    case 'killed':
      if (incident.when === 'answered') return [];
      return [
        {
          id,
          kind: incident.when === 'after' ? 'answer_lost' : 'request_lost',
          ...placeOf(incident),
        },
      ];
    case 'frozen':
      return incident.when === 'after'
        ? [{ id, kind: 'answer_late', ...placeOf(incident), ms: incident.ms }]
        : [];
    case 'killed_at_commit': {
      const { of, commit, when } = incident;
      return [{ id, kind: when === 'after' ? 'commit_lost' : 'connection_broken', of, commit }];
    }
    case 'comes_back':
      return shorterWaits
        .filter((seconds) => seconds < incident.seconds)
        .map((seconds) => ({ ...incident, seconds }));
    case 'day_passes':
    case 'answer_cut':
      return [{ id, kind: 'answer_lost', ...placeOf(incident) }];
    case 'webhook_dropped':
      return incident.tries > 1 ? [{ ...incident, tries: 1 }] : [];
    case 'webhooks_reversed':
      return [{ id, kind: 'webhook_late', about: 'payment', ms: incident.ms }];
    case 'refunded': {
      const { parts } = incident;
      if (parts.length < 2) return incident.atOnce ? [{ ...incident, atOnce: false }] : [];
      return [
        { ...incident, parts: parts.slice(0, 1), atOnce: false },
        ...(incident.atOnce ? [{ ...incident, atOnce: false }] : []),
      ];
    }
    default:
      return [];
  }
};
