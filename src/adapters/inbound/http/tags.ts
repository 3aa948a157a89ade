/** The groups of the interface's operations, in the order in which they are read. */
export const tags = {
  Customers: 'Who pays.',
  Cards:
    'Tokens stand for cards once; a customer keeps the cards that were assigned with them. Numbers and security codes are passed on and never kept.',
  Payments:
    'A payment intent is created in **euros** and answered in **cents**. It is charged when it is confirmed, by card only.',
  Refunds:
    'Money goes back in **cents**, all of a charge or a part of it, and never more than was charged.',
  Webhooks: "The processor's events: their receipt, and those that are stored.",
  Operations: 'For machines that watch the service. Their answers are not in the envelope.',
} as const;

export type Tag = keyof typeof tags;
