import type {
  LedgerMoment,
  LedgerPayment,
  OrderRecords,
} from '../../domain/reconciliation/order-records.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { PayAnswer, RefundAnswer } from '../options/driver.js';
import type { PayMethod } from '../plan/pay-method.js';

/** An event of the processor that the shop refused on every try, to the last. */
export type RefusedEvent = {
  readonly event: string;
  readonly type: string;
  readonly tries: number;
  /** Status of the last answer; `null`: no answer. */
  readonly status: number | null;
};

/** The records of the processor and of the shop about one order, with requests and answers, after everything has settled. */
export type OrderLedger = OrderRecords & {
  /** Number of the order in the plan. */
  readonly order: number;
  /** The id that the tool gave it in this run. */
  readonly id: string;
  /** How the customer paid. Absent: with a card. */
  readonly method?: PayMethod;
  /** The answers to the customer, one after the other; `null`: none. */
  readonly answers: ReadonlyArray<PayAnswer | null>;
  /** Whether the customer came back with a card that would have been accepted, and tried with it last. */
  readonly cameBackWithGoodCard: boolean;
  /** The refunds that the staff asked for, each once, with what the staff was told in the end. */
  readonly refunds: ReadonlyArray<{
    readonly id: string;
    readonly amount: number;
    readonly answer: RefundAnswer | null;
  }>;
  readonly refusedEvents: ReadonlyArray<RefusedEvent>;
  /** Whether the customer was to pay with a card that needs 3D Secure, and to pass it, and nothing else happened to the order. */
  readonly onlyChallenged?: boolean;
};

/** An event with the signature of somebody else, about an order that nobody paid, and what the shop made of it. */
export type ForgedEvent = {
  /** Number of the order. */
  readonly order: number;
  readonly type: string;
  /** Status of the shop's answer; `null`: no answer. */
  readonly status: number | null;
  readonly before: ReadonlyArray<ShopOrder>;
  readonly after: ReadonlyArray<ShopOrder>;
};

/** Both ledgers at one moment. */
export type Ledgers = {
  readonly when: LedgerMoment;
  readonly orders: ReadonlyArray<OrderLedger>;
  /** Payments at the processor that took money and that belong to no order of the plan. */
  readonly strangePayments: ReadonlyArray<LedgerPayment>;
  /** How often the shop ended although nobody ended it, with the end of its output. */
  readonly deaths: ReadonlyArray<{ readonly code: number | null; readonly output: string }>;
  /** When the shop had to be killed because it did not answer. Absent: never. */
  readonly hangs?: ReadonlyArray<{
    /** Milliseconds of the run. */
    readonly since: number;
    readonly problem: string;
  }>;
  /** Absent: none was sent before. */
  readonly forged?: ForgedEvent;
};
