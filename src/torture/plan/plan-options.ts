import {
  aFlag,
  also,
  aWholeNumber,
  must,
  optional,
  options,
  textsThat,
  textThat,
} from '../../application/checked-input.js';
import { objectFields } from '../../domain/input/json.js';
import { type IncidentKind, incidentKinds, longestMs } from './incident.js';
import { methodsBesideCards, type PayMethod } from './pay-method.js';
import { mostAtOnce, mostOrders } from './plan.js';
import { someOf } from './some-of.js';

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

type Amounts = { readonly from: number; readonly to: number } | ReadonlyArray<number>;

const areAmounts = (value: unknown): value is Amounts => {
  if (Array.isArray(value)) return value.length > 0 && value.every(isAmount);
  const { from, to, ...others } = objectFields(value);
  return (
    isAmount(from) && isAmount(to) && Number(from) <= Number(to) && Object.keys(others).length === 0
  );
};

/** The inputs of a plan. */
export type PlanOptions = {
  /** Whether every single fault is played first, with each message. Absent: `true`. */
  readonly single?: boolean;
  /** Whether pairs of faults on one order are played too, which takes minutes. Absent: `false`. */
  readonly pairs?: boolean;
  /** How many orders with incidents that are drawn. Absent: 200; 0: none. */
  readonly orders?: number;
  /** Absent: a random one, which is printed. */
  readonly seed?: number;
  /** How many orders run at the same time. Absent: 8. */
  readonly atOnce?: number;
  /** The amounts of orders: a range or a list of prices, in minor units. Absent: 100 to 20 000, each order another amount. */
  readonly amounts?: { readonly from: number; readonly to: number } | ReadonlyArray<number>;
  /** Absent: `eur`. */
  readonly currency?: string;
  /** Other currencies that the shop takes, such as `jpy`, which has no decimals. */
  readonly currencies?: ReadonlyArray<string>;
  /** How some of the customers pay: methods besides cards that the shop takes, such as `sepa_debit`. Absent: cards alone. */
  readonly methods?: ReadonlyArray<Exclude<PayMethod, 'card'>>;
  /** Kinds of incidents that are left out, such as `frozen`. */
  readonly without?: ReadonlyArray<IncidentKind>;
  /** How long a late answer or a frozen shop takes, which should be longer than the shop's own time-outs. Milliseconds; absent: 1500. */
  readonly lateMs?: number;
};

const someCurrencies = textsThat("must be a list of currencies, such as ['jpy', 'kwd']", (text) =>
  /^[a-z]{3}$/.test(text),
);

/** Accepts the currencies that a shop takes: at least one. */
export const currenciesOfShop = also(someCurrencies, (currencies, name) =>
  currencies.length === 0
    ? [`${name} must not be empty: leave it out for a shop that takes euros`]
    : [],
);

export const PlanOptions = options<PlanOptions>({
  single: optional(aFlag),
  pairs: optional(aFlag),
  orders: optional(aWholeNumber(0, mostOrders)),
  seed: optional(aWholeNumber(0)),
  atOnce: optional(aWholeNumber(1, mostAtOnce)),
  amounts: optional(
    must(
      'must be a range of minor units, such as { from: 100, to: 20000 }, or a list of prices, such as [1999, 500]',
      areAmounts,
    ),
  ),
  currency: optional(
    textThat("must be three lower-case letters, such as 'eur'", (text) => /^[a-z]{3}$/.test(text)),
  ),
  currencies: optional(someCurrencies),
  methods: optional(someOf('a payment method besides cards', methodsBesideCards)),
  without: optional(someOf('a kind of incident', incidentKinds)),
  lateMs: optional(aWholeNumber(1, longestMs)),
});
