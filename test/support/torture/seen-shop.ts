import { journeysOf } from '../../../src/torture/plan/journeys.js';
import type { Seen, ShopMessage } from '../../../src/torture/plan/message.js';

const call = (to: string, changes = true): ShopMessage => ({
  on: 'call',
  to,
  call: 1,
  changes,
  hasKey: changes,
  events: changes,
});

/** The rehearsal of a shop that creates an intent, confirms it, reads it, and gives money back. */
export const seenShop = (): Seen => {
  const [paid, refunded, declined, challenged] = journeysOf({}, { refunds: true, advance: true });
  if (!paid || !refunded || !declined || !challenged) throw new Error('there are four journeys');
  return {
    journeys: [
      {
        journey: paid,
        messages: [
          { on: 'order' },
          call('POST /v1/payment_intents'),
          call('POST /v1/payment_intents/{id}/confirm'),
          call('GET /v1/payment_intents/{id}', false),
          { on: 'webhook', type: 'payment_intent.succeeded', ms: 8 },
          { on: 'request', request: 'pay' },
        ],
      },
      {
        journey: refunded,
        messages: [
          { on: 'order' },
          call('POST /v1/refunds'),
          { on: 'webhook', type: 'charge.refunded', ms: 4 },
          { on: 'request', request: 'refund' },
        ],
      },
      { journey: declined, messages: [{ on: 'order' }] },
      { journey: challenged, messages: [{ on: 'order' }] },
    ],
    tries: 2,
    patienceMs: 1900,
  };
};
