import { printable } from './printable.js';

/** A caller's own name of a request, under which it is done once (decision I1). */
export const IdempotencyKey = printable(
  'Your own name of this request, kept for 24 hours: repeated with the same key, it is done once and answered alike',
  { examples: ['order-42'] },
);
