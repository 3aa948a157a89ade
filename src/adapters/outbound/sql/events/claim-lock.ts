/** Whoever leases an event, or prolongs a lease, holds this lock. */
export const claimLock = 'claim events';
