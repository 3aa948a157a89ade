import { amountText } from '../money/amount-text.js';
import type { ReconciledPayment } from './ledger-case.js';
import { type CaseRule, doubt } from './ledger-rule.js';
import { moneyOf } from './order-facts.js';

const tellsOfSuccess = new Set([
  'payment_intent.succeeded',
  'charge.succeeded',
  'charge.captured',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
]);

// In seconds.
const eventBeforeBooking = 60;

/** From when on to look for the event. A payment may be captured days after it was made. */
const eventsFrom = ({ created, entries }: ReconciledPayment): number => {
  const booked = entries.filter(({ type }) => type === 'charge' || type === 'payment');
  return booked.length === 0
    ? created
    : Math.max(created, Math.min(...booked.map((one) => one.created)) - eventBeforeBooking);
};

export const missedWebhook: CaseRule = {
  name: 'missed_webhook',
  explanation:
    'The processor took money, and Pasarela has no event that says so. The shop may not know that it is paid.',
  advice: 'Fetch the event: it is then handled as if the webhook had come.',
  severity: 'error',
  judge: ({ payments }, { eventsSince }) =>
    eventsSince === null
      ? []
      : payments.flatMap((payment) => {
          const { id, captured, currency, created, events } = payment;
          if (moneyOf([payment]).captured === 0) return [];
          if (events.some((type) => tellsOfSuccess.has(type))) return [];
          if (created < eventsSince) return [doubt(id, 'eventsDropped')];
          return [
            {
              _tag: 'Breach' as const,
              about: id,
              payment: id,
              amount: captured,
              currency,
              message: `${amountText(captured, currency)} was charged (${id}), and no stored event says so`,
              repair: {
                _tag: 'StoreEvents',
                payment: id,
                createdFrom: eventsFrom(payment),
              } as const,
            },
          ];
        }),
};
