import type { StoredToken } from '../cards/stored-card.js';
import type { Instrument } from '../methods/instrument.js';
import { type BalanceEntry, typeOfEntry } from '../objects/balance.js';
import { type ChargeObject, captureBefore, isHeld } from '../objects/charge.js';
import type { StoredSession } from '../objects/checkout-session.js';
import type { StoredConfirmationToken } from '../objects/confirmation-token.js';
import type { CustomerObject, DeletedCustomerRecord } from '../objects/customer.js';
import { type DisputeRecord, loadDispute, type SavedDispute } from '../objects/dispute.js';
import type { EventObject } from '../objects/event.js';
import type { ProductObject, StoredLineItem } from '../objects/line-item.js';
import type { MandateObject } from '../objects/mandate.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { MethodPreference } from '../objects/payment-method-configuration.js';
import type { PayoutObject } from '../objects/payout.js';
import type { RefundObject } from '../objects/refund.js';
import type { SetupAttemptObject } from '../objects/setup-attempt.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import type { ShippingRateObject } from '../objects/shipping-rate.js';
import type { StoredEndpoint } from '../objects/webhook-endpoint.js';
import { type Agenda, createAgenda, type Task } from './agenda.js';
import { type SearchDelay, type SearchedTable, withSearch } from './searched-table.js';
import { createTable, type Table, type TableDump } from './table.js';

/** The index key of an event: its type, with a mark while webhook endpoints still wait for it. */
export const eventsKey = ({
  type,
  pending_webhooks,
}: Pick<EventObject, 'type' | 'pending_webhooks'>): string =>
  pending_webhooks === 0 ? type : `${type} waits`;

/** All data of the processor. Rows are frozen; a change replaces the row. */
export type State = {
  readonly customers: SearchedTable<CustomerObject, 'email'>;
  readonly deletedCustomers: Table<DeletedCustomerRecord, never>;
  readonly tokens: Table<StoredToken, never>;
  readonly confirmationTokens: Table<StoredConfirmationToken, never>;
  readonly instruments: Table<Instrument, 'source' | 'customer'>;
  readonly intents: SearchedTable<PaymentIntentObject, 'customer'>;
  readonly setupIntents: Table<SetupIntentObject, 'customer' | 'payment_method'>;
  readonly setupAttempts: Table<SetupAttemptObject, 'setup_intent'>;
  readonly charges: SearchedTable<
    ChargeObject,
    'customer' | 'payment_intent' | 'transfer_group' | 'held'
  >;
  readonly mandates: Table<MandateObject, never>;
  readonly refunds: Table<RefundObject, 'charge' | 'payment_intent'>;
  readonly disputes: Table<DisputeRecord, 'charge' | 'payment_intent'>;
  readonly payouts: Table<PayoutObject, never>;
  readonly transactions: Table<BalanceEntry, 'source' | 'type' | 'payout'>;
  /** The sequence number of the oldest transaction that no automatic payout has paid out, by currency. */
  readonly unpaidFrom: Map<string, number>;
  /** The balance of each currency, minor units: the sum of its transactions, without their fees. */
  readonly balances: Map<string, number>;
  /** The part of each balance that becomes available later: the amounts and when, in Unix seconds. */
  readonly pendingFunds: Map<
    string,
    ReadonlyArray<{ readonly on: number; readonly amount: number }>
  >;
  /** Work that becomes due later. */
  readonly agenda: Agenda;
  readonly checkoutSessions: Table<StoredSession, 'customer' | 'intent'>;
  readonly lineItems: Table<StoredLineItem, 'session'>;
  readonly products: Table<ProductObject, never>;
  readonly shippingRates: Table<ShippingRateObject, never>;
  readonly events: Table<EventObject, 'key'>;
  readonly webhookEndpoints: Table<StoredEndpoint, never>;
  /** The instrument that the customer has authenticated, by the id of the intent that waits for its next confirmation. */
  readonly authenticated: Map<string, string>;
  /** The payment methods that the account has switched on or off, by their names in its configuration. */
  readonly methodPreferences: Map<string, MethodPreference>;
};

type DumpOf<T> =
  T extends Table<infer A, infer _>
    ? TableDump<A>
    : T extends Map<infer K, infer V>
      ? ReadonlyArray<readonly [K, V]>
      : T extends Agenda
        ? ReadonlyArray<Task>
        : never;

/** The tables that snapshots of earlier versions lack. */
type NewTable =
  | 'agenda'
  | 'payouts'
  | 'checkoutSessions'
  | 'confirmationTokens'
  | 'lineItems'
  | 'mandates'
  | 'methodPreferences'
  | 'pendingFunds'
  | 'products'
  | 'setupAttempts'
  | 'setupIntents'
  | 'shippingRates'
  | 'unpaidFrom';

/** The state as plain JSON. */
export type StateDump = {
  readonly [K in Exclude<keyof State, NewTable | 'disputes'>]: DumpOf<State[K]>;
} & { readonly disputes: TableDump<SavedDispute> } & {
  readonly [K in NewTable]?: DumpOf<State[K]>;
};

const loadDisputes = (
  disputes: (State | StateDump)['disputes'] | undefined,
): State['disputes'] | TableDump<DisputeRecord> | undefined =>
  disputes === undefined || 'fork' in disputes
    ? disputes
    : {
        ...disputes,
        rows: disputes.rows.map(([sequence, dispute]) => [sequence, loadDispute(dispute)] as const),
      };

/**
 * A state, empty, restored from a dump, or with the rows of another state, which must not change any more. It can be searched
 * at once.
 */
export const createState = (search: SearchDelay, dump?: StateDump | State): State => ({
  // Searches compare addresses in any case.
  customers: withSearch(
    createTable({ email: (row) => row.email?.toLowerCase() ?? null }, dump?.customers),
    search,
  ),
  deletedCustomers: createTable({}, dump?.deletedCustomers),
  tokens: createTable({}, dump?.tokens),
  confirmationTokens: createTable({}, dump?.confirmationTokens),
  instruments: createTable(
    {
      source: (row) => (row.kind === 'card' ? row.customer : null),
      customer: (row) => row.customer,
    },
    dump?.instruments,
  ),
  intents: withSearch(createTable({ customer: (row) => row.customer }, dump?.intents), search),
  setupIntents: createTable(
    { customer: (row) => row.customer, payment_method: (row) => row.payment_method },
    dump?.setupIntents,
  ),
  setupAttempts: createTable({ setup_intent: (row) => row.setup_intent }, dump?.setupAttempts),
  charges: withSearch(
    createTable(
      {
        customer: (row) => row.customer,
        payment_intent: (row) => row.payment_intent,
        transfer_group: (row) => row.transfer_group,
        held: (row) => (isHeld(row) && captureBefore(row) !== undefined ? 'yes' : null),
      },
      dump?.charges,
    ),
    search,
  ),
  mandates: createTable({}, dump?.mandates),
  refunds: createTable(
    { charge: (row) => row.charge, payment_intent: (row) => row.payment_intent },
    dump?.refunds,
  ),
  disputes: createTable(
    { charge: (row) => row.charge, payment_intent: (row) => row.payment_intent },
    loadDisputes(dump?.disputes),
  ),
  payouts: createTable({}, dump?.payouts),
  transactions: createTable(
    {
      source: (row) => row.source,
      // Charges are so many that a walk over all transactions finds them as quickly.
      type: (row) => (row.type === 'charge' ? null : typeOfEntry(row)),
      payout: (row) => row.payout ?? null,
    },
    dump?.transactions,
  ),
  unpaidFrom: new Map(dump?.unpaidFrom),
  balances: new Map(dump?.balances),
  pendingFunds: new Map(dump?.pendingFunds),
  agenda: createAgenda(dump?.agenda),
  checkoutSessions: createTable(
    {
      customer: (row) => row.customer,
      intent: (row) => row.payment_intent ?? row.setup_intent,
    },
    dump?.checkoutSessions,
  ),
  lineItems: createTable({ session: (row) => row.session }, dump?.lineItems),
  products: createTable({}, dump?.products),
  shippingRates: createTable({}, dump?.shippingRates),
  events: createTable({ key: eventsKey }, dump?.events),
  webhookEndpoints: createTable({}, dump?.webhookEndpoints),
  authenticated: new Map(dump?.authenticated),
  methodPreferences: new Map(dump?.methodPreferences),
});

/** The state as plain JSON; rows are shared, not copied. */
export const dumpState = (state: State): StateDump => ({
  customers: state.customers.dump(),
  deletedCustomers: state.deletedCustomers.dump(),
  tokens: state.tokens.dump(),
  confirmationTokens: state.confirmationTokens.dump(),
  instruments: state.instruments.dump(),
  intents: state.intents.dump(),
  setupIntents: state.setupIntents.dump(),
  setupAttempts: state.setupAttempts.dump(),
  charges: state.charges.dump(),
  mandates: state.mandates.dump(),
  refunds: state.refunds.dump(),
  disputes: state.disputes.dump(),
  payouts: state.payouts.dump(),
  transactions: state.transactions.dump(),
  unpaidFrom: [...state.unpaidFrom],
  balances: [...state.balances],
  pendingFunds: [...state.pendingFunds],
  agenda: state.agenda.dump(),
  checkoutSessions: state.checkoutSessions.dump(),
  lineItems: state.lineItems.dump(),
  products: state.products.dump(),
  shippingRates: state.shippingRates.dump(),
  events: state.events.dump(),
  webhookEndpoints: state.webhookEndpoints.dump(),
  authenticated: [...state.authenticated],
  methodPreferences: [...state.methodPreferences],
});

/** The enabled endpoints that receive events of this type, oldest first. */
export const endpointsFor = (
  { webhookEndpoints }: Pick<State, 'webhookEndpoints'>,
  type: string,
): ReadonlyArray<StoredEndpoint> =>
  webhookEndpoints.size() === 0
    ? []
    : [...webhookEndpoints.oldestFirst('all')].filter(
        ({ status, enabled_events }) =>
          status === 'enabled' && enabled_events.some((name) => name === '*' || name === type),
      );
