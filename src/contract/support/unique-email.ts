import { randomUUID } from 'node:crypto';

/** An email address that no other customer has. */
export const uniqueEmail = (): string => `contract-${randomUUID()}@example.com`;
