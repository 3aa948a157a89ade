/** How a payment method is used later. */
export const setupFutureUsages = ['on_session', 'off_session'] as const;
/** How a payment method is used later: while the customer is there, or without them. */
export type SetupFutureUsage = (typeof setupFutureUsages)[number];
