/** A complaint of a check that is intended, with the reason. */
type Excuse = { readonly complaint: string; readonly reason: string };

/** The known differences between our responses and the documents. */
export const excuses: ReadonlyArray<Excuse> = [
  {
    complaint: 'neither: card.wallet',
    reason: `Stripe's own examples of tokens and cards show it, null as here`,
  },
  ...['card.email', 'card.phone'].map((field) => ({
    complaint: `neither: ${field}`,
    reason: 'recorded in 2025 and 2026 (openfoodfoundation/openfoodnetwork), null as here',
  })),
  {
    complaint: 'api: payment_method.type must be equal to one of the allowed values',
    reason: 'Bizum is newer than that document (changelog 2026-05-27.dahlia)',
  },
  {
    complaint: 'neither: balance.refund_and_dispute_prefunding',
    reason: 'recorded in the balance (11.28)',
  },
  {
    complaint: 'neither: payment_method.shared_payment_granted_token',
    reason: 'recorded with Stripe (recording 06, step 3), null as here; newer than the documents',
  },
  {
    complaint: 'neither: error.advice_code',
    reason: 'recorded in the response to a declined card (04.12)',
  },
  {
    complaint: `sdk: dispute must have required property 'intended_submission_method'`,
    reason: 'not in the recorded dispute (05.30)',
  },
  {
    complaint: `sdk: dispute.evidence_details must have required property 'submission_method'`,
    reason: 'not in the recorded dispute (05.30)',
  },
  {
    complaint: 'neither: dispute.balance_transaction',
    reason: 'recorded in a dispute (05.30)',
  },
  {
    complaint: 'neither: list.count',
    reason: 'recorded in the refunds and disputes of a charge (05.16, 05.29)',
  },
  {
    complaint: 'neither: list.total_count',
    reason: 'recorded in the expanded refunds of a charge (05.6)',
  },
  {
    complaint: 'neither: error.network_advice_code',
    reason: 'recorded in the response to an expired card (10.27)',
  },
  {
    complaint: 'neither: error.network_decline_code',
    reason: 'recorded in the response to a declined card (04.12)',
  },
  ...['charge.destination', 'charge.dispute', 'charge.order'].map((field) => ({
    complaint: `neither: ${field}`,
    reason: 'recorded in a charge (04.10)',
  })),
  {
    complaint: 'neither: payment_intent.shared_payment_granted_token',
    reason: 'recorded in an intent (04.6)',
  },
];

/** Complaints without an excuse, and excuses without a complaint. */
type Judgement = {
  readonly unexcused: ReadonlyArray<string>;
  readonly unneeded: ReadonlyArray<string>;
};

/** Compares complaints with the allowed excuses. */
export const judge = (
  complaints: ReadonlyArray<string>,
  allowed: ReadonlyArray<Excuse>,
): Judgement => {
  const excused = new Set(allowed.map(({ complaint }) => complaint));
  const made = new Set(complaints);
  return {
    unexcused: [...made].filter((complaint) => !excused.has(complaint)),
    unneeded: [...excused].filter((complaint) => !made.has(complaint)),
  };
};
