/** For tests without idempotency keys. */
export const noKeys = (): never => {
  throw new Error('this test does not use idempotency keys');
};
