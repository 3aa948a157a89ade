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

const aThird = (amount: number): number => Math.max(1, Math.floor(amount / 3));

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
            incidents: (amount: number): ReadonlyArray<IncidentDraft> => [
              { kind: 'refunded', parts: [aThird(amount)], atOnce: false },
            ],
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
      .map((other) => ({ name: `paid in ${other}`, currency: other, incidents: nothing })),
  ];
  return all.filter(({ incidents }) => incidents(3).every(({ kind }) => !without.includes(kind)));
};
