/** For how many seconds the answer under an idempotency key is known (decision I5b). */
export const keyLifetime = 24 * 60 * 60;

/** For how many seconds a request in doubt may be sent again: an hour less than the processor remembers its key. */
export const repeatableFor = 23 * 60 * 60;
