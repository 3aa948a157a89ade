import type { ShopOrder } from './shop-order.js';

/** A payment at the processor, with what it took and gave back. Minor units. */
export type LedgerPayment = {
  /** `pi_...`, or `ch_...` for a charge without an intent. */
  readonly id: string;
  /** State of the intent or charge. */
  readonly status: string;
  readonly currency: string;
  /** The captured sum. */
  readonly captured: number;
  /** The sum that is authorized and not captured. */
  readonly held: number;
  readonly charges: ReadonlyArray<{
    readonly id: string;
    readonly captured: number;
    readonly refunded: number;
  }>;
  /** Refunds that are not failed or canceled. */
  readonly refunds: ReadonlyArray<{
    readonly id: string;
    readonly amount: number;
    readonly status: string;
  }>;
};

/** The records of the processor and of the shop about one order, with what people were told. */
export type OrderRecords = {
  /** The price. Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Stripe's name of the payment method. Absent: a card. */
  readonly method?: string;
  readonly payments: ReadonlyArray<LedgerPayment>;
  /** The shop's orders that belong to it: one, if all is well. */
  readonly shopOrders: ReadonlyArray<ShopOrder>;
  /** The answers to the customer, one after the other; `null`: none. */
  readonly answers: ReadonlyArray<{
    readonly outcome: 'paid' | 'failed' | 'pending' | 'action';
    readonly message?: string;
  } | null>;
  /** The refunds that the staff asked for, each once, with what the staff was told in the end. */
  readonly refunds: ReadonlyArray<{
    readonly id: string;
    readonly amount: number;
    readonly answer: { readonly outcome: 'refunded' | 'failed' | 'pending' } | null;
  }>;
};

/**
 * When records are read: when everything had settled; after the customers without an end came back; and of orders by direct
 * debit, after their banks have answered.
 */
export type LedgerMoment = 'settled' | 'visited' | 'answered';

/** The records around those of one order. */
export type RecordsAround = {
  readonly when: LedgerMoment;
  /** Payments at the processor that took money and that belong to no order. */
  readonly strangePayments: ReadonlyArray<LedgerPayment>;
};
