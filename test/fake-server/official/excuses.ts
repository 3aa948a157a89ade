import type { Excuse } from './excuse.js';

/** What our answers have otherwise than the documents say. */
export const excuses: ReadonlyArray<Excuse> = [
  {
    complaint: 'neither: card.wallet',
    reason: `Stripe's own examples of tokens and cards show it, null as here`,
  },
];
