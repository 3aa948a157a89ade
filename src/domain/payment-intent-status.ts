/** The statuses of an intent that the processor has today. An unknown one passes through, so `status` is any text. */
export const paymentIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const;
/** One of the statuses that an intent has today. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];
