/** The permissions of clients (decision A12). The configuration calls them scopes. */
export const permissions = ['read', 'pay', 'refund', 'events', 'ledger', 'disputes'] as const;

export type Permission = (typeof permissions)[number];
