import type { LedgerPayment } from '../../domain/reconciliation/order-records.js';
import type { ForgedEvent, RefusedEvent } from '../judge/ledger.js';
import type { PlannedOrder } from '../plan/plan.js';

/** An order of a run: a planned order with the names that it has in this run, by which calls of the shop are recognized. */
export type RunningOrder = PlannedOrder & { readonly id: string; readonly email: string };

/**
 * The processor that the shop pays at: the local server, with a proxy before it that lets the incidents of the plan happen to
 * calls, and a courier that lets them happen to webhooks.
 */
export type ProcessorUnderTest = {
  readonly url: string;
  readonly apiKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Port of the proxy before the shop's database; `null`: there is none. */
  readonly databasePort: number | null;
  /** From now on commits of the shop that name no order are of this one; `null`: of none. */
  readonly turnTo: (order: number | null) => void;
  /** Makes an order known, before its customer pays. */
  readonly expect: (order: RunningOrder) => void;
  /** Number of the order of an object of the processor (`pi_...`, `ch_...`, `cs_...`), `null`: none. */
  readonly orderOf: (id: string) => number | null;
  /**
   * The customer passes or fails 3D Secure. Of a checkout session (`cs_...`) that is open, the customer first fills in the page
   * with a card number. False: there is nothing to pass.
   */
  readonly endChallenge: (payment: string, ends: 'approved' | 'refused', card?: string) => boolean;
  /** Kills the shop, and starts it again. */
  readonly killShop: () => Promise<void>;
  /** Moves the processor's clock forward. Seconds. */
  readonly advance: (seconds: number) => void;
  /** From now on nothing more is done to calls and webhooks, and webhooks that were held come now. */
  readonly endIncidents: () => void;
  /** Work in progress: calls without an answer that change something, and webhooks that wait or are tried again. */
  readonly busy: () => number;
  /** The processor's payments. `order` is `null` for payments of no order. */
  readonly payments: () => ReadonlyArray<LedgerPayment & { readonly order: number | null }>;
  readonly refusedEvents: () => ReadonlyArray<RefusedEvent & { readonly order: number | null }>;
  /** Sends the shop an event with a wrong signature, which says that an order was paid. `null`: it could not be sent. */
  readonly forge: (order: number) => Promise<Pick<ForgedEvent, 'type' | 'status'> | null>;
  readonly close: () => Promise<void>;
};
