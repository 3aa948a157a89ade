/** For tests without idempotency keys. */
export const noKeys = (): never => {
  throw new Error('no idempotency key was given');
};
