import type { Shop } from './shop.js';

/** How an event comes about: in words, and the calls that cause it. */
type Scenario = {
  readonly how: string;
  readonly play: (shop: Shop) => Promise<unknown>;
};

const visa = 'pm_card_visa';

const paid: Scenario = { how: 'pays with a card', play: (shop) => shop.pay(visa) };

const declined: Scenario = {
  how: 'pays with a card that is declined',
  play: (shop) => shop.pay('pm_card_chargeDeclined'),
};

const refunded: Scenario = {
  how: 'pays, then refunds all of it',
  play: async (shop) => shop.refund(await shop.pay(visa)),
};

const disputed: Scenario = {
  how: 'pays with a card whose holder disputes the payment',
  play: (shop) => shop.pay('pm_card_createDispute'),
};

/** Plays a dispute, and lets the bank decide it. */
const decided =
  (outcome: 'settle' | 'fail'): Scenario['play'] =>
  async (shop) => {
    const before = await shop.latest('charge.dispute.created');
    await shop.pay('pm_card_createDispute');
    const { object } = await shop.next('charge.dispute.created', before);
    return shop.control(outcome, { id: object });
  };

const held =
  (after: (shop: Shop, payment: string) => Promise<unknown>): Scenario['play'] =>
  async (shop) =>
    after(shop, await shop.pay(visa, { manual: true }));

const saved: Scenario = { how: 'saves a card for later', play: (shop) => shop.saveCard(visa) };

/** The events that can be triggered. Each comes about by the calls that cause it, so others come with it. */
export const scenarios: { readonly [event: string]: Scenario } = {
  'charge.captured': {
    how: 'authorizes a payment, then captures it',
    play: held((shop, payment) => shop.capture(payment)),
  },
  'charge.dispute.closed': {
    how: 'has a payment disputed; the bank decides for the shop',
    play: decided('settle'),
  },
  'charge.dispute.created': disputed,
  'charge.dispute.funds_reinstated': {
    how: 'has a payment disputed; the bank decides for the shop',
    play: decided('settle'),
  },
  'charge.dispute.funds_withdrawn': disputed,
  'charge.expired': {
    how: 'authorizes a payment, which expires',
    play: held((shop, payment) => shop.control('expire', { id: payment })),
  },
  'charge.failed': declined,
  'charge.refunded': refunded,
  'charge.succeeded': paid,
  'customer.created': { how: 'creates a customer', play: (shop) => shop.customer() },
  'customer.deleted': {
    how: 'creates a customer, then deletes it',
    play: async (shop) => shop.deleteCustomer(await shop.customer()),
  },
  'customer.updated': {
    how: 'creates a customer, then changes the name',
    play: async (shop) => shop.renameCustomer(await shop.customer()),
  },
  'payment_intent.amount_capturable_updated': {
    how: 'authorizes a payment',
    play: (shop) => shop.pay(visa, { manual: true }),
  },
  'payment_intent.canceled': {
    how: 'authorizes a payment, then cancels it',
    play: held((shop, payment) => shop.cancel(payment)),
  },
  'payment_intent.created': paid,
  'payment_intent.payment_failed': declined,
  'payment_intent.requires_action': {
    how: 'pays with a card that asks for 3D Secure',
    play: (shop) => shop.pay('pm_card_authenticationRequired'),
  },
  'payment_intent.succeeded': paid,
  'payment_method.attached': saved,
  'refund.created': refunded,
  'refund.failed': {
    how: 'pays, refunds, and the bank returns the refund',
    play: async (shop) => {
      const refund = await shop.refund(await shop.pay('pm_card_refundFail'));
      return shop.control('fail', { id: refund });
    },
  },
  'setup_intent.created': saved,
  'setup_intent.requires_action': {
    how: 'saves a card that asks for 3D Secure',
    play: (shop) => shop.saveCard('pm_card_authenticationRequired'),
  },
  'setup_intent.setup_failed': {
    how: 'saves a card that is declined',
    play: (shop) => shop.saveCard('pm_card_chargeDeclined'),
  },
  'setup_intent.succeeded': saved,
};
