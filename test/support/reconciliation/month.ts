import * as TE from 'fp-ts/lib/TaskEither.js';
import type { LedgerPage } from '../../../src/application/ports/payment-processor.js';
import type { DoubtfulKey } from '../../../src/application/reconciliation/judge-ledger.js';
import type { ReconciledProcessor } from '../../../src/application/reconciliation/read-processor-ledger.js';
import type { List } from '../../../src/domain/input/list.js';
import type { BalanceTransaction } from '../../../src/domain/objects/balance-transaction.js';
import type { LedgerCharge } from '../../../src/domain/objects/charge.js';
import type { Dispute } from '../../../src/domain/objects/dispute.js';
import type { PaymentIntent } from '../../../src/domain/objects/payment-intent.js';
import type { Payout } from '../../../src/domain/objects/payout.js';
import type { Refund } from '../../../src/domain/objects/refund.js';
import type { ReconciledOrder } from '../../../src/domain/reconciliation/ledger-case.js';

const day = 24 * 60 * 60;

/** The first second of November 2026. */
export const monthStart = Date.UTC(2026, 10, 1) / 1000;
export const monthEnd = Date.UTC(2026, 11, 1) / 1000;
/** When the month is reconciled. */
export const monthRead = monthEnd + 10 * day;

/** The discrepancies that can be planted. The names are those of the rules that find them. */
export const plantedKinds = [
  'charged_twice',
  'charged_without_order',
  'order_without_charge',
  'wrong_amount',
  'wrong_currency',
  'refund_unknown',
  'refund_not_made',
  'told_failed_but_paid',
  'disputed_and_shipped',
  'missed_webhook',
  'never_confirmed',
  'key_in_doubt',
  'refunded_more_than_taken',
  'authorization_expires',
  'dispute_evidence_due',
  'paid_out_twice',
  'never_paid_out',
  'unexpected_fee',
  'currency_converted',
  'payout_sum_wrong',
] as const;
type PlantedKind = (typeof plantedKinds)[number];

/** A month of a shop and its processor. */
export type Month = {
  readonly processor: ReconciledProcessor;
  readonly orders: ReadonlyArray<ReconciledOrder>;
  readonly events: ReadonlyArray<{ readonly payment: string; readonly type: string }>;
  readonly refusals: ReadonlyArray<{
    readonly payment: string;
    readonly key: string;
    readonly at: number;
  }>;
  readonly keys: ReadonlyArray<DoubtfulKey>;
  /** Ids of the findings that it must lead to, sorted. */
  readonly planted: ReadonlyArray<string>;
  /** The sums that finance would add up by hand: minor units of euros. */
  readonly euros: {
    readonly gross: number;
    readonly refunds: number;
    readonly disputes: number;
    readonly fees: number;
    readonly payouts: number;
  };
  /** How many pages were read. */
  readonly reads: () => number;
};

type Listed = { readonly id: string; readonly created: number };

/** Lists rows as Stripe does: newest first, after a cursor. */
const listerOf = (rows: ReadonlyArray<Listed>, onRead: () => void) => {
  const sorted = rows.toSorted(
    (one, other) => other.created - one.created || (one.id < other.id ? 1 : -1),
  );
  const places = new Map(sorted.map(({ id }, at) => [id, at]));
  return <Item>(page: LedgerPage<string>, of: (row: Listed) => Item): List<Item> => {
    onRead();
    const { limit, starting_after: after, created_from: from = 0, created_to: to } = page;
    const start = after === undefined ? 0 : (places.get(after) ?? 0) + 1;
    const found: Array<Listed> = [];
    let more = false;
    for (let at = start; at < sorted.length; at += 1) {
      const row = sorted[at];
      if (row === undefined || row.created < from) break;
      if (to !== undefined && row.created >= to) continue;
      if (found.length === limit) {
        more = true;
        break;
      }
      found.push(row);
    }
    return { object: 'list', data: found.map(of), has_more: more, url: '/v1/rows' };
  };
};

const usualFee = (amount: number): number => Math.round((amount * 15) / 1000) + 25;

/**
 * A month of `payments` payments, each of an order with a price of its own, with refunds, disputes and a payout each day. `each`: how
 * many discrepancies of each kind are planted.
 */
export const createMonth = (payments: number, each: number): Month => {
  const intents: Array<PaymentIntent> = [];
  const charges: Array<LedgerCharge> = [];
  const refunds: Array<Refund> = [];
  const disputes: Array<Dispute> = [];
  const entries: Array<BalanceTransaction> = [];
  const payouts: Array<Payout> = [];
  const paidOut = new Map<string, Array<BalanceTransaction>>();
  const orders: Array<ReconciledOrder> = [];
  const events: Array<{ payment: string; type: string }> = [];
  const refusals: Array<{ payment: string; key: string; at: number }> = [];
  const keys: Array<DoubtfulKey> = [];
  const planted: Array<string> = [];
  const leftOut = new Set<string>();
  const paidTwice: Array<BalanceTransaction> = [];
  let payoutSums = 0;

  const book = (
    id: string,
    created: number,
    fields: Pick<BalanceTransaction, 'type' | 'amount' | 'fee'> &
      Partial<Pick<BalanceTransaction, 'exchange_rate'>> & {
        readonly source: string;
        readonly reporting_category: string;
      },
  ): BalanceTransaction => {
    const entry: BalanceTransaction = {
      id,
      object: 'balance_transaction',
      available_on: created + 2 * day,
      created,
      currency: 'eur',
      net: fields.amount - fields.fee,
      status: 'available',
      ...fields,
    };
    entries.push(entry);
    return entry;
  };

  const pay = (
    name: string,
    created: number,
    amount: number,
    order: string | null,
    { fee = usualFee(amount), currency = 'eur', captured = true, tells = true } = {},
  ) => {
    const payment = `pi_${name}`;
    const charge = `ch_${name}`;
    const metadata = order === null ? {} : { order_id: order };
    intents.push({
      id: payment,
      object: 'payment_intent',
      amount,
      currency,
      status: captured ? 'succeeded' : 'requires_capture',
      created,
      customer: null,
      metadata,
    });
    charges.push({
      id: charge,
      object: 'charge',
      amount,
      status: 'succeeded',
      paid: true,
      created,
      currency,
      amount_captured: captured ? amount : 0,
      amount_refunded: 0,
      captured,
      refunded: false,
      payment_intent: payment,
      metadata,
      payment_method_details: {
        type: 'card',
        card: captured ? {} : { capture_before: monthRead + day },
      },
    });
    if (tells) events.push({ payment, type: 'payment_intent.succeeded' });
    const entry = captured
      ? book(`txn_${name}`, created, {
          type: 'charge',
          reporting_category: 'charge',
          amount: currency === 'eur' ? amount : Math.round(amount * 0.9),
          fee,
          source: charge,
          ...(currency === 'eur' ? {} : { exchange_rate: 0.9 }),
        })
      : null;
    return { payment, charge, entry };
  };

  const giveBack = (name: string, charge: string, created: number, amount: number): void => {
    const id = `re_${name}`;
    refunds.push({
      id,
      object: 'refund',
      amount,
      currency: 'eur',
      created,
      status: 'succeeded',
      charge,
      balance_transaction: `txn_${id}`,
    });
    book(`txn_${id}`, created, {
      type: 'refund',
      reporting_category: 'refund',
      amount: -amount,
      fee: 0,
      source: id,
    });
  };

  const disputed = (
    name: string,
    charge: string,
    created: number,
    amount: number,
    status: Dispute['status'],
  ): string => {
    const id = `du_${name}`;
    disputes.push({
      id,
      object: 'dispute',
      amount,
      charge,
      created,
      currency: 'eur',
      reason: 'fraudulent',
      status,
      evidence_details: { due_by: status === 'needs_response' ? monthRead + 3 * day : null },
    });
    book(`txn_${id}`, created, {
      type: 'adjustment',
      reporting_category: 'dispute',
      amount: -amount,
      fee: 1500,
      source: id,
    });
    return id;
  };

  const kindOf = (at: number): PlantedKind | null => {
    // They are spread over the whole month.
    const spread = Math.floor(payments / Math.max(plantedKinds.length * each, 1));
    const place = spread === 0 ? at : at / spread;
    return Number.isInteger(place) && place < plantedKinds.length * each
      ? (plantedKinds[place % plantedKinds.length] ?? null)
      : null;
  };

  const step = Math.floor((monthEnd - monthStart - day) / payments);
  for (let at = 0; at < payments; at += 1) {
    const name = String(at).padStart(6, '0');
    const id = `order-${name}`;
    const amount = 1000 + at;
    const created = monthStart + day / 2 + at * step;
    const later = created + 3600;
    const kind = kindOf(at);
    const order: ReconciledOrder = {
      id,
      amount,
      currency: 'EUR',
      state: 'paid',
      refunded: 0,
      shipments: 1,
      created: created - 60,
      shippedAt: later,
    };
    const expect = (about: string): void => {
      planted.push(`${kind}:${about}`);
    };
    switch (kind) {
      case null: {
        const { charge } = pay(name, created, amount, at % 3 === 0 ? null : id);
        const isRefunded = at % 10 === 0;
        if (isRefunded) giveBack(name, charge, later, 100);
        if (at % 97 === 0) disputed(name, charge, later + 60, amount, 'won');
        // Some orders know their payment, others are named by it.
        orders.push({
          ...order,
          refunded: isRefunded ? 100 : 0,
          ...(at % 3 === 0 ? { reference: at % 2 === 0 ? `pi_${name}` : charge } : {}),
        });
        break;
      }
      case 'charged_twice':
        pay(name, created, amount, id);
        pay(`${name}b`, created + 5, amount, id);
        orders.push(order);
        expect(id);
        break;
      case 'charged_without_order':
        expect(pay(name, created, amount, null).payment);
        break;
      case 'order_without_charge':
        orders.push(order);
        expect(id);
        break;
      case 'wrong_amount':
        pay(name, created, amount, id);
        orders.push({ ...order, amount: amount + 1_000_000 });
        expect(id);
        break;
      case 'wrong_currency':
        pay(name, created, amount, id);
        orders.push({ ...order, currency: 'USD' });
        expect(id);
        break;
      case 'refund_unknown':
        giveBack(name, pay(name, created, amount, id).charge, later, 300);
        orders.push(order);
        expect(id);
        break;
      case 'refund_not_made':
        pay(name, created, amount, id);
        orders.push({ ...order, refunded: 300 });
        expect(id);
        break;
      case 'told_failed_but_paid': {
        const { payment } = pay(name, created, amount, id);
        refusals.push({ payment, key: `key-${name}`, at: created + 120 });
        orders.push(order);
        expect(id);
        break;
      }
      case 'disputed_and_shipped': {
        const { charge } = pay(name, created, amount, id);
        orders.push({ ...order, shippedAt: later + 60 });
        expect(disputed(name, charge, later, amount, 'under_review'));
        break;
      }
      case 'missed_webhook': {
        const { payment } = pay(name, created, amount, id, { tells: false });
        orders.push(order);
        expect(payment);
        break;
      }
      case 'never_confirmed': {
        const payment = `pi_${name}`;
        intents.push({
          id: payment,
          object: 'payment_intent',
          amount,
          currency: 'eur',
          status: 'requires_confirmation',
          created,
          metadata: { order_id: id },
        });
        events.push({ payment, type: 'payment_intent.requires_action' });
        orders.push({ ...order, state: 'open', shipments: 0 });
        expect(payment);
        break;
      }
      case 'key_in_doubt':
        pay(name, created, amount, id);
        orders.push(order);
        keys.push({
          key: `doubt-${name}`,
          scope: 'client:shop',
          client: 'shop',
          operation: 'createPayment',
          since: created,
          made: `pi_${name}`,
        });
        expect(`shop:doubt-${name}`);
        break;
      case 'refunded_more_than_taken': {
        const { payment, charge } = pay(name, created, amount, id);
        giveBack(name, charge, later, amount);
        disputed(name, charge, later + 60, amount, 'lost');
        orders.push({ ...order, state: 'refunded', refunded: amount });
        expect(payment);
        break;
      }
      case 'authorization_expires':
        expect(pay(name, created, amount, id, { captured: false }).payment);
        orders.push(order);
        break;
      case 'dispute_evidence_due': {
        const { charge } = pay(name, created, amount, id);
        expect(disputed(name, charge, later + 60, amount, 'needs_response'));
        orders.push(order);
        break;
      }
      case 'paid_out_twice':
      case 'never_paid_out': {
        const { entry } = pay(name, created, amount, id);
        orders.push(order);
        if (entry === null) break;
        if (kind === 'paid_out_twice') paidTwice.push(entry);
        else leftOut.add(entry.id);
        expect(entry.id);
        break;
      }
      case 'unexpected_fee':
        pay(name, created, amount, id, { fee: usualFee(amount) + 50 });
        orders.push(order);
        expect(`txn_${name}`);
        break;
      case 'currency_converted':
        pay(name, created, amount, id, {
          currency: 'usd',
          fee: usualFee(Math.round(amount * 0.9)),
        });
        orders.push({ ...order, currency: 'USD' });
        expect(`txn_${name}`);
        break;
      case 'payout_sum_wrong':
        pay(name, created, amount, id);
        orders.push(order);
        payoutSums += 1;
        break;
    }
  }

  const firstPayout = monthStart + 4 * day;
  const booked = entries.filter(({ id }) => !leftOut.has(id));
  for (let created = firstPayout; created <= monthEnd + 6 * day; created += day) {
    const id = `po_${created}`;
    const isLast = created + day > monthEnd + 6 * day;
    const since = created === firstPayout ? 0 : created - day;
    const parts = [
      ...booked.filter(({ available_on }) => available_on > since && available_on <= created),
      // The second time comes days after the first.
      ...(isLast ? paidTwice : []),
    ];
    const sum = parts.reduce((total, { net }) => total + net, 0);
    const isWrong = payoutSums > 0 && created < monthEnd;
    if (isWrong) {
      payoutSums -= 1;
      planted.push(`payout_sum_wrong:${id}`);
    }
    const amount = sum + (isWrong ? 1 : 0);
    const own: BalanceTransaction = {
      id: `txn_${id}`,
      object: 'balance_transaction',
      type: 'payout',
      reporting_category: 'payout',
      amount: -amount,
      available_on: created,
      created,
      currency: 'eur',
      fee: 0,
      net: -amount,
      status: 'available',
      source: id,
    };
    payouts.push({
      id,
      object: 'payout',
      amount,
      arrival_date: created + day,
      created,
      currency: 'eur',
      livemode: false,
      status: 'paid',
      automatic: true,
      balance_transaction: own.id,
      reconciliation_status: 'completed',
    });
    paidOut.set(id, [...parts, own]);
    entries.push(own);
  }

  let reads = 0;
  const onRead = (): void => {
    reads += 1;
  };
  const list = <Item extends Listed>(rows: ReadonlyArray<Item>) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const lister = listerOf(rows, onRead);
    const itemOf = ({ id }: Listed): Item => {
      const row = byId.get(id);
      if (row === undefined) throw new Error(`no row ${id}`);
      return row;
    };
    return (page: LedgerPage<string>) => TE.fromIO(() => lister(page, itemOf));
  };
  const allEntries = list(entries);
  const ofPayouts = new Map([...paidOut].map(([id, rows]) => [id, list(rows)]));
  const inMonth = ({ created }: Listed): boolean => created >= monthStart && created < monthEnd;
  const sumOf = (category: string): number =>
    entries
      .filter((entry) => inMonth(entry) && entry.reporting_category === category)
      .reduce((total, { amount }) => total + amount, 0);
  return {
    processor: {
      listAllPaymentIntents: list(intents),
      listCharges: list(charges),
      listAllRefunds: list(refunds),
      listDisputes: list(disputes),
      listPayouts: list(payouts),
      listBalanceTransactions: ({ payout, ...page }) =>
        (payout === undefined ? allEntries : (ofPayouts.get(payout) ?? allEntries))(page),
    },
    orders,
    events,
    refusals,
    keys,
    planted: planted.toSorted(),
    euros: {
      gross: sumOf('charge'),
      refunds: sumOf('refund'),
      disputes: sumOf('dispute'),
      fees: 0 - entries.filter(inMonth).reduce((total, { fee }) => total + fee, 0),
      payouts: 0 - sumOf('payout'),
    },
    reads: () => reads,
  };
};
