/** Methods besides cards that the customers of a plan can pay with, as Stripe names their types. */
export const methodsBesideCards = ['bancontact', 'bizum', 'ideal', 'sepa_debit'] as const;

type MethodBesideCards = (typeof methodsBesideCards)[number];

/** A payment method: `card`, which every shop takes, or another one. */
export type PayMethod = 'card' | MethodBesideCards;
