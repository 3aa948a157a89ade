import type { CheckoutAction, CheckoutMethod } from '../engine/checkout/page-state.js';

/** A checkout session as its page shows it. Amounts are minor units. */
export type CheckoutView = {
  readonly mode: 'payment' | 'setup';
  readonly status: 'complete' | 'expired' | 'open';
  /** Whether the bank has yet to pay, of a session that is complete, or has refused to; `null`: neither. */
  readonly debit: 'failed' | 'pending' | null;
  readonly methods: ReadonlyArray<CheckoutMethod>;
  /** The customer's next step; `null`: none is open. */
  readonly action: CheckoutAction | null;
  /** The code of the error with which the last payment failed; `null`: none. */
  readonly failure: string | null;
  readonly shop: string;
  /** The language that the shop has set; `null` or `auto`: the browser's. */
  readonly locale: string | null;
  readonly lines: ReadonlyArray<{
    readonly name: string;
    readonly quantity: number;
    readonly amount: number;
  }>;
  readonly amount: number | null;
  readonly currency: string | null;
  /** The customer's address, if the shop knows it. */
  readonly email: string | null;
  readonly asksForPhone: boolean;
  readonly asksForAddress: boolean;
  /** The countries that the shop sends to; empty: nothing is sent. */
  readonly shipsTo: ReadonlyArray<string>;
  /** The ways of delivery, each with the total that it makes. Of several, `amount` counts none. */
  readonly deliveries: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly amount: number;
    readonly total: number;
  }>;
  readonly submitType: string | null;
  /** A text of the shop above the button. */
  readonly message: string | null;
  readonly cancelUrl: string | null;
  /** Where the customer goes once they have paid; `null`: nowhere, because the shop's page holds this one. */
  readonly successUrl: string | null;
  /** Whether the shop's page holds this one in a frame. */
  readonly isEmbedded: boolean;
};

/** Whether a session offers no way of paying but cards. */
export const takesCardsAlone = ({ methods }: Pick<CheckoutView, 'methods'>): boolean =>
  methods.every(({ type }) => type === 'card');
