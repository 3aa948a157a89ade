import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { PayMethod } from '../plan/pay-method.js';

/** A test card that a customer pays with, in the forms that shops take. */
export type CustomerCard = {
  /** For a card form: 4242424242424242. It is a test number; expiry 12/34, CVC 123. */
  readonly number: string;
  /** `pm_card_visa` */
  readonly paymentMethod: string;
  /** `tok_visa` */
  readonly token: string;
};

/** An order to pay. `id` names it: two payments with one `id` are payments of the same order, which must be charged once. */
export type OrderToPay = {
  /** Different in each run: `o17-k3x9`. Letters, digits and hyphens. */
  readonly id: string;
  /** Minor units: 1999 is 19.99 euros. */
  readonly amount: number;
  /** Three lower-case letters: `eur`. */
  readonly currency: string;
  /** A different one for each order. */
  readonly email: string;
  /** `card`, or one of the option `plan.methods`. */
  readonly method: PayMethod;
  readonly card: CustomerCard;
  /** The bank account of a customer who pays by direct debit, a test number: AT611904300234573201. */
  readonly iban?: string;
  /** The telephone of a customer who pays by Bizum: the app answers when the tool lets the customer approve. */
  readonly phone?: string;
  /** The key of this attempt, as a checkout page would make one: the same for a double click or a repetition, another in a second tab and for another card. */
  readonly key: string;
};

/** The answer to the customer. */
export type PayAnswer = {
  /**
   * `paid`, `failed` (nothing is charged), `pending` (the shop does not know yet, and said so) or `action`: the customer has to
   * pass 3D Secure, which the tool plays unless the driver did, as in a browser.
   */
  readonly outcome: 'paid' | 'failed' | 'pending' | 'action';
  /** Id of the order in the shop, if it is not `order.id`. */
  readonly order?: string;
  /** The payment at the processor (`pi_...`, `cs_...`, `ch_...`, or a client secret), needed with `action`. */
  readonly payment?: string;
  /** The shop's message, for reports. */
  readonly message?: string;
};

/** A refund that the shop's staff wants. Two with one `id` are the same refund, whose button was pressed twice. */
export type RefundToMake = {
  readonly id: string;
  /** The order, as the tool named it. */
  readonly order: string;
  /** The id of the order in the shop. */
  readonly shopOrder: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
};

/** The answer to the staff. */
export type RefundAnswer = {
  readonly outcome: 'refunded' | 'failed' | 'pending';
  readonly message?: string;
};

/** Where the shop and the processor are, and a signal that ends a call that takes too long. */
export type DriverContext = {
  /** The shop's address: `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The processor's address, and the key with which a customer's browser calls it, as Stripe.js does to confirm a payment. */
  readonly processor: string;
  readonly publishableKey: string;
  /** The `{folder}` of the run, where the shop may keep its database. */
  readonly folder: string;
  readonly signal: AbortSignal;
};

/**
 * Plays the shop's customers and staff, and reads its orders. A rejection means that there was no answer: a lost connection, a
 * time-out, a 502. The tool then takes the outcome for unknown.
 */
export type Driver = {
  readonly pay: (order: OrderToPay, context: DriverContext) => Promise<PayAnswer>;
  /** All orders of the shop, or at least those of this run. */
  readonly orders: (context: DriverContext) => Promise<ReadonlyArray<ShopOrder>>;
  /** Absent: plans have no refunds. */
  readonly refund?: (refund: RefundToMake, context: DriverContext) => Promise<RefundAnswer>;
  /** The customer comes back from 3D Secure to the shop's page. Absent: the shop hears of it by webhook alone, or when `pay` is called again. */
  readonly comeBack?: (
    back: { readonly order: OrderToPay; readonly payment: string },
    context: DriverContext,
  ) => Promise<PayAnswer>;
  /** Moves the shop's clock forward. Absent: plans have no passing of 24 hours. Seconds. */
  readonly advance?: (seconds: number, context: DriverContext) => Promise<void>;
  /** The currencies that the shop takes, such as `['eur', 'jpy', 'kwd']`. Absent: those of the plan. */
  readonly currencies?: ReadonlyArray<string>;
  /** Ends the driver, once after all runs. */
  readonly close?: () => Promise<void>;
};
