import type { StoreUnavailable } from '../../../domain/payment-error.js';

/** The database did not do what it was asked for. `cause`: what it said. */
export const storeUnavailable = (cause: unknown): StoreUnavailable => ({
  _tag: 'StoreUnavailable',
  cause,
});
