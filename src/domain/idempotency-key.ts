import { printable } from './printable.js';

/** A caller's own name of a request, under which it is done once (decision I1). */
export const IdempotencyKey = printable(
  'Your own name of this request: repeated with the same key, it is done once and answered alike; the answer is kept for 24 hours',
  { examples: ['order-42'] },
);
