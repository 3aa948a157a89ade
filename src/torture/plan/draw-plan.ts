import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import { createDice } from './dice.js';
import { drawAmounts } from './draw-amounts.js';
import type { DriverCapabilities } from './driver-capabilities.js';
import type { IncidentDraft, IncidentKind } from './incident.js';
import { amountIn } from './journeys.js';
import type { Seen } from './message.js';
import { orderScenarios, type Scenario } from './order-scenarios.js';
import type { Plan, PlannedOrder } from './plan.js';
import type { PlanOptions } from './plan-options.js';

/** A plan, and what is not in it, in sentences. */
type DrawnPlan = { readonly plan: Plan; readonly untried: ReadonlyArray<string> };

// A plan is drawn from 200 places, as scenarios say. Systematic sampling keeps the shares, whatever the number of orders.
const places = orderScenarios.flatMap((scenario) => Array<Scenario>(scenario.share).fill(scenario));

const drawScenarios = (count: number, start: number): ReadonlyArray<Scenario | undefined> =>
  Array.from(
    { length: count },
    (_, order) => places[(start + Math.floor((order * 200) / count)) % 200],
  );

const isAbout = (incident: IncidentDraft, subject: 'failure' | 'refund'): boolean =>
  'about' in incident && incident.about === subject;

/** Whether an incident can happen at all, given what else happens to its order. */
export const canHappen = (
  incident: IncidentDraft,
  others: ReadonlyArray<IncidentDraft>,
): boolean => {
  if (incident.kind === 'refund_clicked_twice' || isAbout(incident, 'refund')) {
    return others.some(({ kind }) => kind === 'refunded');
  }
  return (
    !isAbout(incident, 'failure') ||
    others.some(({ kind }) => kind === 'declined' || kind === 'challenged')
  );
};

const leftOut = (
  { without = [] }: PlanOptions,
  { refunds, advance }: DriverCapabilities,
): { readonly kinds: ReadonlySet<IncidentKind>; readonly untried: ReadonlyArray<string> } => ({
  kinds: new Set<IncidentKind>([
    ...without,
    ...(refunds ? [] : (['refunded'] as const)),
    ...(advance ? [] : (['day_passes', 'comes_back'] as const)),
  ]),
  untried: [
    ...without.map((kind) => `no ${kind}: the option plan.without leaves it out`),
    ...(refunds ? [] : ['no refunds: the driver has no refund()']),
    ...(advance ? [] : ['no passing of 24 hours: the driver has no advance()']),
  ],
});

type DrawnOrder = Pick<PlannedOrder, 'amount' | 'method'> & {
  readonly incidents: ReadonlyArray<IncidentDraft>;
};

// A declined card is a card, and nobody gives back what is not paid yet.
const ofCards: ReadonlySet<IncidentKind> = new Set([
  'declined',
  'refunded',
  'day_passes',
  'comes_back',
]);

/**
 * Some orders are paid by other methods: every third, and of those whose customer has to approve every second. The methods take
 * turns, and banks refuse every second debit.
 */
const withMethods = (
  drawn: ReadonlyArray<DrawnOrder>,
  { methods = [], without = [] }: PlanOptions,
): ReadonlyArray<DrawnOrder> => {
  const turns = { calm: 0, challenged: 0, debit: 0 };
  const refuses = !without.includes('debit_refused');
  return drawn.map((order) => {
    if (order.incidents.some(({ kind }) => ofCards.has(kind))) return order;
    const form = order.incidents.some(({ kind }) => kind === 'challenged') ? 'challenged' : 'calm';
    const fitting = methods.filter((one) => form === 'calm' || !isAnsweredLater(one));
    const turn = turns[form]++;
    const step = form === 'calm' ? 3 : 2;
    const method = turn % step === 0 ? fitting[(turn / step) % fitting.length] : undefined;
    if (method === undefined) return order;
    const isRefused = isAnsweredLater(method) && refuses && turns.debit++ % 2 === 0;
    return {
      ...order,
      method,
      incidents: isRefused ? [...order.incidents, { kind: 'debit_refused' }] : order.incidents,
    };
  });
};

const disturbsAll = ({ incidents }: DrawnOrder): boolean =>
  incidents.some(({ kind }) =>
    ['killed', 'killed_at_commit', 'killed_at_webhook', 'killed_at_answer', 'frozen'].includes(
      kind,
    ),
  );

const isLate = ({ incidents }: DrawnOrder): boolean =>
  incidents.some(({ kind }) => kind === 'answer_late');

const othersBetween = 3;

/**
 * A killed or frozen shop loses what it does for other orders too: late answers would hardly ever come. So these orders come in the
 * last part of the plan, each after some others, and the first part runs undisturbed.
 */
const disturbedLast = (drawn: ReadonlyArray<DrawnOrder>): ReadonlyArray<DrawnOrder> => {
  const disturbing = drawn.filter(disturbsAll);
  const calm = drawn.filter((order) => !disturbsAll(order));
  // Late answers come first, so that they are over before that.
  const others = [...calm.filter(isLate), ...calm.filter((order) => !isLate(order))];
  const undisturbed = Math.max(0, others.length - othersBetween * disturbing.length);
  const rest = others.slice(undisturbed);
  return [
    ...others.slice(0, undisturbed),
    ...disturbing.flatMap((order, index) => [
      ...rest.slice(othersBetween * index, othersBetween * (index + 1)),
      order,
    ]),
  ];
};

const pricedIn = (currency: string, amount: number) => ({
  amount: amountIn(currency, amount),
  currency,
});

/** Draws a plan. It is a pure function of the options, with their seed, of what the driver can do, and of what the rehearsal saw. */
export const drawPlan = (
  options: PlanOptions & { readonly seed: number },
  capabilities: DriverCapabilities,
  seen?: Seen,
): DrawnPlan => {
  const {
    seed,
    orders = 200,
    atOnce = 8,
    amounts = { from: 100, to: 20_000 },
    currency = 'eur',
    currencies = [],
    lateMs = 1500,
  } = options;
  const dice = createDice(seed);
  const others = currencies.filter((one) => one !== currency);
  // Every fourth order is in another currency: they take turns.
  const currencyOf = (
    place: number,
    method: PlannedOrder['method'],
    incidents: ReadonlyArray<IncidentDraft>,
  ): string => {
    // Parts that are given back were drawn for the currency of the plan.
    const isFixed = method !== undefined || incidents.some(({ kind }) => kind === 'refunded');
    const other = others[Math.floor(place / 4) % others.length];
    return isFixed || place % 4 !== 3 ? currency : (other ?? currency);
  };
  const prices = drawAmounts(orders, amounts, dice);
  const { kinds, untried } = leftOut(options, capabilities);
  const drawn = dice.shuffled(drawScenarios(orders, dice.below(200))).map((scenario, place) => {
    const amount = prices[place] ?? 0;
    const scene = { dice, amount, lateMs, ...(seen === undefined ? {} : { seen }) };
    const all = scenario?.incidents(scene) ?? [];
    const allowed = all.filter(({ kind }) => !kinds.has(kind));
    return { amount, incidents: allowed.filter((one) => canHappen(one, allowed)) };
  });
  return {
    plan: {
      version: 1,
      seed,
      atOnce,
      orders: disturbedLast(withMethods(drawn, options)).map(
        ({ amount, method, incidents }, place) => ({
          number: place + 1,
          ...pricedIn(currencyOf(place, method, incidents), amount),
          ...(method === undefined ? {} : { method }),
          incidents: incidents.map((incident, index) => ({
            id: `${place + 1}.${index + 1}`,
            ...incident,
          })),
        }),
      ),
    },
    untried,
  };
};
