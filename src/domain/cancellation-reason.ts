/** Why an intent is given up. */
export const cancellationReasons = [
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
] as const;
/** Why an intent is given up. */
export type CancellationReason = (typeof cancellationReasons)[number];
