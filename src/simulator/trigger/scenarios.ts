import type { Shop } from './shop.js';

/** The payment methods besides cards by which an event can be triggered. */
const everyMethod = ['bancontact', 'bizum', 'ideal', 'klarna', 'paypal', 'sepa_debit'] as const;
type Method = (typeof everyMethod)[number];

/** How an event comes about: in words, and the calls that cause it. */
type Scenario = {
  readonly how: string;
  readonly play: (shop: Shop) => Promise<unknown>;
  /** The same by other methods than the usual one. Absent: there are none. */
  readonly by?: {
    readonly methods: ReadonlyArray<Method>;
    readonly play: (shop: Shop, method: Method) => Promise<unknown>;
  };
};

// An IBAN of Stripe's page about testing: its debit is disputed.
const disputedIban = 'DE35370400440532013002';

/** The customer chooses a method on a page of Checkout, and has not approved yet. Returns the payment or the setup intent. */
const chosen = async (
  shop: Shop,
  method: Method,
  answers: { readonly iban?: string } = {},
  options: { readonly setup: boolean } = { setup: false },
): Promise<string> =>
  shop.submit(await shop.checkout(method, options), {
    method,
    ...(method === 'bizum' ? { phone: '+34600000000' } : {}),
    ...answers,
  });

/** The customer or the bank says yes or no: a debit is decided by the bank alone. */
const answered = (shop: Shop, method: Method, intent: string, yes: boolean): Promise<unknown> =>
  method === 'sepa_debit'
    ? shop.control(yes ? 'settle' : 'fail', { id: intent })
    : shop.control('challenge', { id: intent, outcome: yes ? 'approve' : 'refuse' });

const paidBy = async (shop: Shop, method: Method): Promise<string> => {
  const intent = await chosen(shop, method);
  await answered(shop, method, intent, true);
  return intent;
};

const byAny = (
  play: (shop: Shop, method: Method) => Promise<unknown>,
): NonNullable<Scenario['by']> => ({ methods: everyMethod, play });

const byDebit = (
  play: (shop: Shop, method: Method) => Promise<unknown>,
): NonNullable<Scenario['by']> => ({ methods: ['sepa_debit'], play });

const refusedBy: NonNullable<Scenario['by']>['play'] = async (shop, method) =>
  answered(shop, method, await chosen(shop, method), false);

const debited =
  (after: (shop: Shop, payment: string) => Promise<unknown>): Scenario['play'] =>
  async (shop) =>
    after(shop, await chosen(shop, 'sepa_debit'));

const pending: Scenario = {
  how: 'pays by SEPA debit, which the bank has not decided yet',
  play: debited(async () => undefined),
};

const visa = 'pm_card_visa';

const paid: Scenario = {
  how: 'pays with a card',
  play: (shop) => shop.pay(visa),
  by: byAny(paidBy),
};

const declined: Scenario = {
  how: 'pays with a card that is declined',
  play: (shop) => shop.pay('pm_card_chargeDeclined'),
};

const refunded: Scenario = {
  how: 'pays, then refunds all of it',
  play: async (shop) => shop.refund(await shop.pay(visa)),
  by: byAny(async (shop, method) => shop.refund(await paidBy(shop, method))),
};

const disputed: Scenario = {
  how: 'pays with a card whose holder disputes the payment',
  play: (shop) => shop.pay('pm_card_createDispute'),
  by: byDebit(async (shop, method) =>
    answered(shop, method, await chosen(shop, method, { iban: disputedIban }), true),
  ),
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

const saved: Scenario = {
  how: 'saves a card for later',
  play: (shop) => shop.saveCard(visa),
  by: {
    methods: ['bancontact', 'ideal', 'klarna', 'paypal', 'sepa_debit'],
    play: async (shop, method) => {
      const intent = await chosen(shop, method, {}, { setup: true });
      return method === 'sepa_debit' ? intent : answered(shop, method, intent, true);
    },
  },
};

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
  'charge.failed': { ...declined, by: byDebit(refusedBy) },
  'charge.pending': pending,
  'charge.refunded': refunded,
  'charge.succeeded': paid,
  'checkout.session.async_payment_failed': {
    how: 'pays on a page of Checkout by SEPA debit, which fails later',
    play: debited((shop, id) => answered(shop, 'sepa_debit', id, false)),
  },
  'checkout.session.async_payment_succeeded': {
    how: 'pays on a page of Checkout by SEPA debit, which succeeds later',
    play: debited((shop, id) => answered(shop, 'sepa_debit', id, true)),
  },
  'checkout.session.completed': {
    how: 'pays with a card on a page of Checkout',
    play: async (shop) => shop.submit(await shop.checkout('card')),
    by: byAny(paidBy),
  },
  'checkout.session.expired': {
    how: 'makes a page of Checkout, and lets it expire',
    play: async (shop) => shop.expireCheckout(await shop.checkout('card')),
  },
  'customer.created': { how: 'creates a customer', play: (shop) => shop.customer() },
  'customer.deleted': {
    how: 'creates a customer, then deletes it',
    play: async (shop) => shop.deleteCustomer(await shop.customer()),
  },
  'customer.updated': {
    how: 'creates a customer, then changes the name',
    play: async (shop) => shop.renameCustomer(await shop.customer()),
  },
  'mandate.updated': {
    how: 'pays by SEPA debit, under a mandate for this payment alone',
    play: debited((shop, id) => answered(shop, 'sepa_debit', id, true)),
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
  'payment_intent.payment_failed': { ...declined, by: byAny(refusedBy) },
  'payment_intent.processing': pending,
  'payment_intent.requires_action': {
    how: 'pays with a card that asks for 3D Secure',
    play: (shop) => shop.pay('pm_card_authenticationRequired'),
    by: {
      methods: everyMethod.filter((method) => method !== 'sepa_debit'),
      play: (shop, method) => chosen(shop, method),
    },
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
