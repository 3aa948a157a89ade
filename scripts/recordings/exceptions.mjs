// Differences that stay, with the reasons. One that no longer occurs is reported, to be deleted.

const since = new Date('2025-01-01');

/**
 * The first exception that holds for a difference is its reason. `isConfirmed`: another project or a recording of 2025 or later
 * shows the same. `isOutdated`: a recording of 2025 or later has the field as we answer it.
 */
export const exceptions = [
  {
    reason: 'a type of payment methods that is not simulated',
    holds: ({ path, ours }) =>
      path === 'status' && /The payment method type "\w+" is invalid/.test(ours),
  },
  {
    reason: 'an IBAN that is not one of the test IBANs: it may be the account of a person',
    holds: ({ path, ours }) => path === 'status' && ours.includes('takes only the test IBANs'),
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
    reason: 'recorded before 2025: recordings since then show what is answered here',
    holds: ({ isConfirmed, isOutdated }) => !isConfirmed && isOutdated,
  },
  {
    reason: 'recorded before 2025, by one project alone',
    holds: ({ date, isConfirmed }) => !isConfirmed && date < since,
  },
];
