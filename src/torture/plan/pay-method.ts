/** Methods besides cards that the customers of a plan can pay with, as Stripe names their types. */
export const methodsBesideCards = ['bancontact', 'bizum', 'ideal', 'sepa_debit'] as const;

type MethodBesideCards = (typeof methodsBesideCards)[number];

/** A payment method: `card`, which every shop takes, or another one. */
export type PayMethod = 'card' | MethodBesideCards;

/** Whether the bank answers days after the customer has paid. */
export const isAnsweredLater = (method: PayMethod | undefined): boolean => method === 'sepa_debit';
