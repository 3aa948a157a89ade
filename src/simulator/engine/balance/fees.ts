import type { Fee, FeeRate } from '../objects/balance.js';

const millionthsPerPercent = 10_000;

/** The fee of a charge, rounded half up to minor units; `null` without fees. Exact for a percentage of up to four decimals. */
export const processingFee = (fees: FeeRate | null, amount: number): Fee | null => {
  if (fees === null) return null;
  const share = BigInt(amount) * BigInt(Math.round(fees.percent * millionthsPerPercent));
  const rounded = Number((share + 500_000n) / 1_000_000n);
  return { amount: rounded + fees.fixed, description: 'Stripe processing fees' };
};
