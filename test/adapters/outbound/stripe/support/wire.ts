// Stripe's objects, each with a field that no codec names.
const unnamed = { metadata: { order: '42' }, unnamed: true };

const customer = {
  id: 'cus_1',
  object: 'customer',
  created: 1_700_000_000,
  email: 'ada@example.com',
  name: 'Ada',
  phone: null,
  ...unnamed,
};

const card = {
  id: 'card_1',
  object: 'card',
  brand: 'Visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
  funding: 'credit',
  ...unnamed,
};

const paymentMethod = {
  id: 'pm_1',
  object: 'payment_method',
  billing_details: {
    address: {
      city: 'Lugo',
      country: 'ES',
      line1: 'Calle 1',
      line2: null,
      postal_code: '27001',
      state: null,
    },
    email: null,
    name: 'Eva',
    phone: null,
  },
  card: {
    brand: 'mastercard',
    checks: { address_line1_check: 'pass', address_postal_code_check: 'fail', cvc_check: 'pass' },
    country: 'ES',
    exp_month: 8,
    exp_year: 2030,
    fingerprint: 'abc',
    funding: 'debit',
    last4: '4444',
    wallet: null,
  },
  created: 1_700_000_000,
  customer: 'cus_1',
  livemode: false,
  type: 'card',
  ...unnamed,
};

/** The same as a customer's card. */
const paymentMethodAsCard = {
  id: 'pm_1',
  object: 'card',
  address_city: 'Lugo',
  address_country: 'ES',
  address_line1: 'Calle 1',
  address_line1_check: 'pass',
  address_line2: null,
  address_state: null,
  address_zip: '27001',
  address_zip_check: 'fail',
  brand: 'MasterCard',
  country: 'ES',
  customer: 'cus_1',
  cvc_check: 'pass',
  exp_month: 8,
  exp_year: 2030,
  fingerprint: 'abc',
  funding: 'debit',
  last4: '4444',
  metadata: { order: '42' },
  name: 'Eva',
};

const token = {
  id: 'tok_1',
  object: 'token',
  created: 1_700_000_000,
  used: false,
  card,
  ...unnamed,
};

const charge = {
  id: 'ch_1',
  object: 'charge',
  amount: 1999,
  status: 'succeeded',
  paid: true,
  ...unnamed,
};

/** An intent with its latest charge expanded. */
const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1999,
  currency: 'eur',
  customer: 'cus_1',
  payment_method: 'pm_1',
  status: 'succeeded',
  created: 1_700_000_000,
  livemode: false,
  payment_method_types: ['card'],
  latest_charge: charge,
  client_secret: 'pi_1_secret_1',
  last_payment_error: null,
  ...unnamed,
};

const unpaid = { ...intent, status: 'requires_confirmation', latest_charge: null };

/** The decline that is stored in an intent. */
const decline = {
  type: 'card_error',
  message: 'Your card has insufficient funds.',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  charge: 'ch_2',
  payment_method: { id: 'pm_1', object: 'payment_method' },
  doc_url: 'https://stripe.com/docs/error-codes/card-declined',
};

const declined = {
  ...intent,
  status: 'requires_payment_method',
  payment_method: null,
  latest_charge: { ...charge, id: 'ch_2', status: 'failed', paid: false },
  last_payment_error: decline,
};

/** A checkout session that nobody has paid yet. */
const checkoutSession = {
  id: 'cs_1',
  object: 'checkout.session',
  amount_total: 3998,
  client_reference_id: 'order-42',
  created: 1_700_000_000,
  currency: 'eur',
  livemode: false,
  metadata: { order: '42' },
  mode: 'payment',
  payment_intent: null,
  payment_status: 'unpaid',
  status: 'open',
  url: 'https://checkout.stripe.com/c/pay/cs_1#fid',
};

/** A setup intent that is not confirmed. */
const setupIntent = {
  id: 'seti_1',
  object: 'setup_intent',
  customer: 'cus_1',
  payment_method: 'pm_1',
  status: 'requires_confirmation',
  created: 1_700_000_000,
  livemode: false,
  payment_method_types: ['card'],
  usage: 'off_session',
  client_secret: 'seti_1_secret_1',
  last_setup_error: null,
  latest_attempt: null,
  ...unnamed,
};

const declinedSetup = {
  ...setupIntent,
  status: 'requires_payment_method',
  payment_method: null,
  latest_attempt: 'setatt_1',
  last_setup_error: {
    type: 'card_error',
    message: 'Your card was declined.',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_method: { id: 'pm_1', object: 'payment_method' },
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
  },
};

const refund = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  charge: 'ch_1',
  currency: 'eur',
  created: 1_700_000_000,
  status: 'succeeded',
  ...unnamed,
};

const ledgerCharge = {
  ...charge,
  created: 1_700_000_000,
  currency: 'eur',
  amount_captured: 1999,
  amount_refunded: 0,
  captured: true,
  refunded: false,
};

const dispute = {
  id: 'du_1',
  object: 'dispute',
  amount: 1999,
  charge: 'ch_1',
  created: 1_700_000_000,
  currency: 'eur',
  reason: 'fraudulent',
  status: 'needs_response',
  evidence_details: { due_by: 1_700_777_599, has_evidence: false, submission_count: 0 },
  ...unnamed,
};

const balance = {
  object: 'balance',
  available: [{ amount: 1999, currency: 'eur', source_types: { card: 1999 } }],
  pending: [{ amount: -500, currency: 'eur' }],
  ...unnamed,
};

const balanceTransaction = {
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1999,
  available_on: 1_700_604_800,
  created: 1_700_000_000,
  currency: 'eur',
  exchange_rate: null,
  fee: 55,
  fee_details: [{ amount: 55, currency: 'eur', type: 'stripe_fee', description: 'Fees' }],
  net: 1944,
  source: 'ch_1',
  status: 'pending',
  type: 'charge',
  ...unnamed,
};

const payout = {
  id: 'po_1',
  object: 'payout',
  amount: 1944,
  arrival_date: 1_700_700_000,
  created: 1_700_604_800,
  currency: 'eur',
  livemode: false,
  status: 'in_transit',
  automatic: true,
  ...unnamed,
};

const list = (...data: ReadonlyArray<object>) => ({
  object: 'list',
  data,
  has_more: false,
  url: '/v1/things',
});

/** An object that was created with this idempotency key. */
const carrying = <A extends object>(key: string, object: A) => ({
  ...object,
  metadata: { order: '42', pasarela_key: key },
});

/** An event of a request with this idempotency key. */
const event = (id: string, key: string | null, object: object, type = 'something.happened') => ({
  id,
  object: 'event',
  type,
  created: 1_700_000_000,
  livemode: false,
  pending_webhooks: 0,
  request: key === null ? null : { id: 'req_1', idempotency_key: key },
  data: { object },
});

export const wire = {
  customer,
  deletedCustomer: { id: 'cus_1', object: 'customer', deleted: true },
  card,
  paymentMethod,
  paymentMethodAsCard,
  deletedCard: { id: 'card_1', object: 'card', deleted: true },
  token,
  charge,
  intent,
  unpaid,
  decline,
  declined,
  checkoutSession,
  setupIntent,
  declinedSetup,
  refund,
  ledgerCharge,
  dispute,
  balance,
  balanceTransaction,
  payout,
  list,
  carrying,
  event,
};
