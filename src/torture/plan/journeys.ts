import { unitsOfCurrency } from '../../domain/money/currency.js';
import type { DriverCapabilities } from './driver-capabilities.js';
import type { IncidentDraft } from './incident.js';
import type { PayMethod } from './pay-method.js';
import type { PlanOptions } from './plan-options.js';

/** A way through the checkout on which nothing goes wrong. */
export type Journey = {
  /** `paid`, `refunded`, `declined`, `challenged`, `paid by ideal`, `paid in jpy`. */
  readonly name: string;
  readonly method?: PayMethod;
  readonly currency: string;
  /** The doings of the customer, the card and the staff, for an order of an amount. */
  readonly incidents: (amount: number) => ReadonlyArray<IncidentDraft>;
};

/** The journey of a customer who pays with a good card. */
export const usualJourney = 'paid';

const nothing = (): ReadonlyArray<IncidentDraft> => [];

/** The largest amount that a currency has, up to this one: the last digit of dinars is 0. */
export const amountIn = (currency: string, amount: number): number => {
  const { step = 1 } = unitsOfCurrency(currency) ?? {};
  return Math.max(step, Math.floor(amount / step) * step);
};

const partRefunded =
  (currency: string) =>
  (amount: number): ReadonlyArray<IncidentDraft> => [
    { kind: 'refunded', parts: [amountIn(currency, amount / 3)], atOnce: false },
  ];

/** The journeys through a checkout, as far as the driver and the options have them. The first one is that of a good card. */
export const journeysOf = (
  { currency = 'eur', currencies = [], methods = [], without = [] }: PlanOptions,
  { refunds }: DriverCapabilities,
): ReadonlyArray<Journey> => {
  const all: ReadonlyArray<Journey> = [
    { name: usualJourney, currency, incidents: nothing },
    ...(refunds
      ? [
          {
            name: 'refunded',
            currency,
            incidents: partRefunded(currency),
          },
        ]
      : []),
    {
      name: 'declined',
      currency,
      incidents: () => [{ kind: 'declined', code: 'insufficient_funds', next: 'other_card' }],
    },
    {
      name: 'challenged',
      currency,
      incidents: () => [{ kind: 'challenged', ends: 'approved' }],
    },
    ...methods.map((method) => ({
      name: `paid by ${method}`,
      method,
      currency: 'eur',
      incidents: nothing,
    })),
    ...currencies
      .filter((other) => other !== currency)
      .flatMap((other) => [
        { name: `paid in ${other}`, currency: other, incidents: nothing },
        ...(refunds
          ? [{ name: `refunded in ${other}`, currency: other, incidents: partRefunded(other) }]
          : []),
      ]),
  ];
  return all.filter(({ incidents }) => incidents(3).every(({ kind }) => !without.includes(kind)));
};
