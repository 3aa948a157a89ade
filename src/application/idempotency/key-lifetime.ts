/** For how many seconds an idempotency key is known, from its first request on (decision I1). */
export const keyLifetime = 24 * 60 * 60;
