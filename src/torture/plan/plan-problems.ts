import { isPlainObject } from '../../domain/json.js';
import type { IncidentKind, IncidentOf } from './incident.js';
import type { Plan } from './plan.js';

type Check = { readonly is: (value: unknown) => boolean; readonly expected: string };

const oneOf = (...values: ReadonlyArray<string | number>): Check => ({
  is: (value) => values.some((one) => one === value),
  expected: values.length === 1 ? values.join() : `one of ${values.join(', ')}`,
});

const isWhole = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;

const whole = (least: number): Check => ({
  is: (value) => isWhole(value, least),
  expected: `a whole number from ${least}`,
});

const text: Check = {
  is: (value) => typeof value === 'string' && value !== '',
  expected: 'a text',
};

const list = (expected: string, is: (value: unknown) => boolean = () => true): Check => ({
  is: (value) => Array.isArray(value) && value.every(is),
  expected,
});

const ms = { ms: whole(0) };
const call = { call: whole(1) };
const moment = { ...call, when: oneOf('before', 'after') };
const about = { about: oneOf('payment', 'failure', 'refund') };

const fields: {
  readonly [K in IncidentKind]: Readonly<
    Record<Exclude<keyof IncidentOf<K>, 'id' | 'kind'>, Check>
  >;
} = {
  request_lost: call,
  answer_lost: call,
  answer_cut: call,
  answer_late: { ...call, ...ms },
  refused: { ...call, status: oneOf(409, 429, 500) },
  killed: moment,
  killed_at_webhook: about,
  frozen: { ...moment, ...ms },
  webhook_late: { ...about, ...ms },
  webhook_twice: { ...about, ...ms },
  webhook_dropped: { ...about, tries: whole(1) },
  webhooks_reversed: ms,
  webhook_first: call,
  declined: {
    code: oneOf('insufficient_funds', 'generic_decline', 'expired_card'),
    next: oneOf('other_card', 'leaves'),
  },
  challenged: { ends: oneOf('approved', 'refused', 'left') },
  double_click: ms,
  second_tab: ms,
  retries: { key: oneOf('same', 'other') },
  refunded: {
    parts: list('a list of amounts in minor units', (part) => isWhole(part, 1)),
    atOnce: { is: (value) => typeof value === 'boolean', expected: 'true or false' },
  },
  refund_clicked_twice: ms,
  day_passes: call,
  events_late: { seconds: whole(0) },
};

const isKind = (name: unknown): name is IncidentKind =>
  typeof name === 'string' && Object.hasOwn(fields, name);

const fieldProblems = (
  place: string,
  value: unknown,
  checks: Readonly<Record<string, Check>>,
): ReadonlyArray<string> =>
  isPlainObject(value)
    ? Object.entries(checks)
        .filter(([name, { is }]) => !is(value[name]))
        .map(([name, { expected }]) => `${place}${name} must be ${expected}`)
    : [`${place.replace(/\.$/, '')} must be an object`];

const itemsOf = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const items: unknown = isPlainObject(value) ? value[name] : undefined;
  return Array.isArray(items) ? items : [];
};

const incidentProblems = (place: string, incident: unknown): ReadonlyArray<string> => {
  const kind = isPlainObject(incident) ? incident['kind'] : undefined;
  return fieldProblems(
    place,
    incident,
    isKind(kind)
      ? { id: text, ...fields[kind] }
      : { id: text, kind: oneOf(...Object.keys(fields)) },
  );
};

const twice = (what: string, values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values
    .filter((value, index) => values.indexOf(value) < index)
    .map((value) => `${what} ${String(value)} is there twice`);

const orderChecks: Readonly<Record<string, Check>> = {
  number: whole(1),
  amount: whole(1),
  currency: {
    is: (value) => typeof value === 'string' && /^[a-z]{3}$/.test(value),
    expected: 'three lower-case letters',
  },
  incidents: list('a list'),
};

const valuesOf = (items: ReadonlyArray<unknown>, name: string): ReadonlyArray<unknown> =>
  items.flatMap((item) => (isPlainObject(item) && name in item ? [item[name]] : []));

/** What is wrong with a value that should be a plan, such as one from a file. Empty: it is a plan. */
export const planProblems = (value: unknown): ReadonlyArray<string> => {
  const orders = itemsOf(value, 'orders');
  const incidents = orders.map((order) => itemsOf(order, 'incidents'));
  return [
    ...fieldProblems('plan.', value, {
      version: oneOf(1),
      seed: whole(0),
      atOnce: whole(1),
      orders: list('a list of orders, not empty'),
    }),
    ...(orders.length === 0 && isPlainObject(value) ? ['plan.orders has no order'] : []),
    ...orders.flatMap((order, index) => [
      ...fieldProblems(`plan.orders[${index}].`, order, orderChecks),
      ...(incidents[index] ?? []).flatMap((incident, at) =>
        incidentProblems(`plan.orders[${index}].incidents[${at}].`, incident),
      ),
    ]),
    ...twice('the order number', valuesOf(orders, 'number')),
    ...twice('the incident', valuesOf(incidents.flat(), 'id')),
  ];
};

/** Whether a value is a plan. */
export const isPlan = (value: unknown): value is Plan => planProblems(value).length === 0;
