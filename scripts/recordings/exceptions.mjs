// Differences that stay, with the reasons. One that no longer occurs is reported, to be deleted.

const cards = 'only cards are simulated';

/** The first exception that holds for a difference is its reason. */
export const exceptions = [
  {
    reason: cards,
    holds: ({ path, ours }) =>
      path === 'status' && /The payment method type "\w+" is invalid/.test(ours),
  },
  {
    reason: cards,
    holds: ({ path, recorded }) => path === 'sepa_debit' && recorded !== 'nothing',
  },
  {
    reason: 'shown from May to June 2026 only: recordings before and after lack it',
    holds: ({ path, date }) =>
      path.endsWith('.ds_transaction_id') &&
      date >= new Date('2026-05-01') &&
      date < new Date('2026-07-01'),
  },
  {
    reason: 'recorded in January 2025: declines have these codes since November 2025 at the latest',
    holds: ({ path, recorded, date }) =>
      /outcome\.(advice_code|network_decline_code)$/.test(path) &&
      recorded === 'null' &&
      date < new Date('2025-11-01'),
  },
  {
    reason: 'the recorded account has connected accounts, which the message mentions',
    holds: ({ path, recorded }) =>
      path === 'error.message' && recorded.includes('connected accounts'),
  },
  {
    // Whether a second source confirms it was looked up by hand.
    reason: 'recorded before 2025: newer recordings show otherwise, or nothing',
    holds: ({ date }) => date < new Date('2025-01-01'),
  },
];
