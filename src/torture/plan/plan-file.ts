import * as E from 'fp-ts/lib/Either.js';
import {
  aFlag,
  aText,
  aWholeNumber,
  aWord,
  must,
  options,
  type Rule,
} from '../../application/checked-options.js';
import { isObject, objectFields } from '../../domain/json.js';
import type { IncidentKind, IncidentOf } from './incident.js';
import type { Plan } from './plan.js';

type Fields<K extends IncidentKind> = Exclude<keyof IncidentOf<K>, 'id' | 'kind'>;

// As for the options of a plan: a file that was made by hand could ask for more than this machine has.
const mostOrders = 10_000;
const mostAtOnce = 200;
// Longer timers would run out at once.
const longestMs = 2_147_483_647;

const calls = { call: aWholeNumber(1) };
const moments = { ...calls, when: aWord('before', 'after') };
const delay = { ms: aWholeNumber(0, longestMs) };
const subjects = { about: aWord('payment', 'failure', 'refund') };

const listOf =
  (rule: Rule): Rule =>
  (value, name) =>
    Array.isArray(value)
      ? value.flatMap((element, index) => rule(element, `${name}[${index}]`))
      : [`${name} must be a list`];

const incidentFields: { readonly [K in IncidentKind]: { readonly [F in Fields<K>]: Rule } } = {
  request_lost: calls,
  answer_lost: calls,
  answer_cut: calls,
  answer_late: { ...calls, ...delay },
  refused: {
    ...calls,
    status: must('must be 409, 429 or 500', (status) => [409, 429, 500].some((s) => s === status)),
  },
  killed: moments,
  killed_at_webhook: subjects,
  frozen: { ...moments, ...delay },
  webhook_late: { ...subjects, ...delay },
  webhook_twice: { ...subjects, ...delay },
  webhook_dropped: { ...subjects, tries: aWholeNumber(1) },
  webhooks_reversed: delay,
  webhook_first: calls,
  declined: {
    code: aWord('insufficient_funds', 'generic_decline', 'expired_card'),
    next: aWord('other_card', 'leaves'),
  },
  challenged: { ends: aWord('approved', 'refused', 'left') },
  double_click: delay,
  second_tab: delay,
  retries: { key: aWord('same', 'other') },
  refunded: { parts: listOf(aWholeNumber(1)), atOnce: aFlag },
  refund_clicked_twice: delay,
  day_passes: calls,
  events_late: { seconds: aWholeNumber(0, Math.floor(longestMs / 1000)) },
};

const isKind = (kind: string): kind is IncidentKind => Object.hasOwn(incidentFields, kind);

/** Every kind of incident. */
export const incidentKinds: ReadonlyArray<IncidentKind> =
  Object.keys(incidentFields).filter(isKind);

const anIncident: Rule = (value, name) => {
  const kind: unknown = isObject(value) ? Reflect.get(value, 'kind') : undefined;
  const fields = incidentKinds.find((one) => one === kind);
  const rules = fields === undefined ? {} : incidentFields[fields];
  return fields === undefined && isObject(value)
    ? aWord(...incidentKinds)(kind, `${name}.kind`)
    : options({ id: aText, kind: aText, ...rules })(value, name);
};

const refundedInAll = (incident: unknown): number => {
  const parts: unknown = isObject(incident) ? Reflect.get(incident, 'parts') : undefined;
  return Array.isArray(parts) ? parts.reduce<number>((sum, part) => sum + Number(part), 0) : 0;
};

const anOrder: Rule = (value, name) => {
  const problems = options({
    number: aWholeNumber(1),
    amount: aWholeNumber(1),
    currency: must('must be three lower-case letters', (currency) =>
      /^[a-z]{3}$/.test(String(currency)),
    ),
    incidents: listOf(anIncident),
  })(value, name);
  if (problems.length > 0 || !isObject(value)) return problems;
  const incidents: unknown = Reflect.get(value, 'incidents');
  const amount = Number(Reflect.get(value, 'amount'));
  return Array.isArray(incidents) && incidents.some((incident) => refundedInAll(incident) > amount)
    ? [`${name} refunds more than its amount, ${amount}`]
    : [];
};

const aPlan: Rule = (value, name) => {
  const version: unknown = isObject(value) ? Reflect.get(value, 'version') : undefined;
  if (isObject(value) && version !== 1) {
    return [
      `${name}.version must be 1: the plan is from another version of Pasarela, or not a plan`,
    ];
  }
  const { orders: given } = objectFields(value);
  if (Array.isArray(given) && given.length > mostOrders) {
    return [`${name}.orders has ${given.length} orders: it can have ${mostOrders}`];
  }
  const problems = options({
    version: aWholeNumber(1),
    seed: aWholeNumber(0),
    atOnce: aWholeNumber(1, mostAtOnce),
    orders: listOf(anOrder),
  })(value, name);
  if (problems.length > 0 || !isObject(value)) return problems;
  const orders: unknown = Reflect.get(value, 'orders');
  const numbers = Array.isArray(orders)
    ? orders.map((order: unknown): unknown => (isObject(order) ? Reflect.get(order, 'number') : 0))
    : [];
  if (numbers.length === 0) return [`${name}.orders is empty`];
  return new Set(numbers).size < numbers.length
    ? [`${name}.orders has two orders with one number`]
    : [];
};

const isPlan = (value: unknown): value is Plan => aPlan(value, 'plan').length === 0;

/** Checks a plan, such as `JSON.parse` returns from a replay file. Returns every problem, in one line. */
export const readPlan = (value: unknown): E.Either<string, Plan> =>
  isPlan(value) ? E.right(value) : E.left(aPlan(value, 'plan').join('; '));
