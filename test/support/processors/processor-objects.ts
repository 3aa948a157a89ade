import type { SnapshotEvent } from '../../../src/domain/events/processor-event.js';
import type { EventHistory, StoredEvent } from '../../../src/domain/events/stored-event.js';
import type { List } from '../../../src/domain/input/list.js';
import type { Balance } from '../../../src/domain/objects/balance.js';
import type { BalanceTransaction } from '../../../src/domain/objects/balance-transaction.js';
import type { Card, CardToken, DeletedCard } from '../../../src/domain/objects/card.js';
import type { Charge, LedgerCharge } from '../../../src/domain/objects/charge.js';
import type { CheckoutSession } from '../../../src/domain/objects/checkout-session.js';
import type { Customer, DeletedCustomer } from '../../../src/domain/objects/customer.js';
import type { Dispute } from '../../../src/domain/objects/dispute.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import type { Payout } from '../../../src/domain/objects/payout.js';
import type { Refund } from '../../../src/domain/objects/refund.js';
import type { SetupIntent } from '../../../src/domain/objects/setup-intent.js';

// A field that no codec declares. Real processors send many, and they must be kept.
const unnamed = { unnamed: { order: '42' } };

const listOf = <A>(...data: ReadonlyArray<A>): List<A> => ({
  object: 'list',
  data,
  has_more: false,
  url: '/v1/things',
});

const customer: Customer = {
  id: 'cus_1',
  object: 'customer',
  created: 1_700_000_000,
  email: 'ada@example.com',
  name: 'Ada',
  phone: '+34600000000',
  ...unnamed,
};
const deletedCustomer: DeletedCustomer = { id: 'cus_1', object: 'customer', deleted: true };
const card: Card = {
  id: 'card_1',
  object: 'card',
  brand: 'Visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2099,
  funding: 'credit',
  ...unnamed,
};
const deletedCard: DeletedCard = { id: 'card_1', object: 'card', deleted: true };
const token: CardToken = {
  id: 'tok_1',
  object: 'token',
  created: 1_700_000_000,
  used: false,
  card,
  ...unnamed,
};
const intent: PaymentIntent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1999,
  currency: 'eur',
  status: 'requires_confirmation',
  created: 1_700_000_000,
  livemode: false,
  payment_method_types: ['card'],
  charges: listOf(),
  latest_charge: null,
  client_secret: 'pi_1_secret_abc',
  ...unnamed,
};
const setupIntent: SetupIntent = {
  id: 'seti_1',
  object: 'setup_intent',
  status: 'requires_confirmation',
  created: 1_700_000_000,
  livemode: false,
  payment_method_types: ['card'],
  payment_method: 'pm_1',
  usage: 'off_session',
  client_secret: 'seti_1_secret_abc',
  ...unnamed,
};
const checkoutSession: CheckoutSession = {
  id: 'cs_1',
  object: 'checkout.session',
  created: 1_700_000_000,
  livemode: false,
  mode: 'payment',
  payment_status: 'unpaid',
  status: 'open',
  amount_total: 3998,
  currency: 'eur',
  url: 'https://checkout.example/cs_1#part',
  ...unnamed,
};
const charge: Charge = {
  id: 'ch_1',
  object: 'charge',
  amount: 1999,
  amount_captured: 1999,
  amount_refunded: 0,
  currency: 'eur',
  status: 'succeeded',
  paid: true,
  payment_intent: 'pi_1',
  ...unnamed,
};
const refund: Refund = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  currency: 'eur',
  created: 1_700_000_000,
  ...unnamed,
};
const ledgerCharge: LedgerCharge = {
  ...charge,
  created: 1_700_000_000,
  currency: 'eur',
  amount_captured: 1999,
  amount_refunded: 0,
  captured: true,
  refunded: false,
};
const balance: Balance = {
  object: 'balance',
  available: [{ amount: 1999, currency: 'eur', ...unnamed }],
  pending: [],
  ...unnamed,
};
const balanceTransaction: BalanceTransaction = {
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1999,
  available_on: 1_700_600_000,
  created: 1_700_000_000,
  currency: 'eur',
  fee: 53,
  net: 1946,
  status: 'pending',
  type: 'charge',
  source: 'ch_1',
  ...unnamed,
};
const payout: Payout = {
  id: 'po_1',
  object: 'payout',
  amount: 1946,
  arrival_date: 1_700_700_000,
  created: 1_700_600_000,
  currency: 'eur',
  livemode: false,
  status: 'paid',
  automatic: true,
  ...unnamed,
};
// Every dispute of Stripe has it, and no codec names it.
const evidence = { evidence: { customer_name: 'Ada' } };
const dispute: Dispute = {
  id: 'du_1',
  object: 'dispute',
  amount: 1999,
  charge: 'ch_1',
  created: 1_700_000_000,
  currency: 'eur',
  reason: 'fraudulent',
  status: 'needs_response',
  evidence_details: {
    due_by: 1_700_800_000,
    has_evidence: true,
    past_due: false,
    submission_count: 0,
    ...unnamed,
  },
  ...evidence,
};
const event: SnapshotEvent = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_700_000_000,
  livemode: false,
  data: { object: { id: 'pi_1', client_secret: 'pi_1_secret_abc' } },
};
const storedEvent: StoredEvent = {
  id: 'evt_1',
  object: 'stored_event',
  type: 'payment_intent.succeeded',
  received_at: 1_700_000_001,
  state: 'handled',
  reason: null,
  object_id: 'pi_1',
  attempts: 2,
  next_attempt_at: null,
  handled_at: 1_700_000_005,
  last_error: null,
  api_version: null,
  account: null,
  signed_with: null,
  event,
};
const eventHistory: EventHistory = {
  ...storedEvent,
  taken_by: [],
  tries: [
    {
      attempt: 1,
      started_at: 1_700_000_002,
      ended_at: 1_700_000_003,
      error: 'no room',
      handlers: [
        { name: 'mail', error: null },
        { name: 'ledger', error: 'no room' },
      ],
    },
    {
      attempt: 2,
      started_at: 1_700_000_004,
      ended_at: 1_700_000_005,
      error: null,
      handlers: [{ name: 'ledger', error: null }],
    },
  ],
};

/** Objects of a processor, each with a field that Pasarela does not know. */
export const processorObjects = {
  charge,
  customer,
  deletedCustomer,
  card,
  deletedCard,
  token,
  intent,
  checkoutSession,
  setupIntent,
  refund,
  ledgerCharge,
  balance,
  balanceTransaction,
  payout,
  dispute,
  event,
  storedEvent,
  eventHistory,
  listOf,
};
