import type { LedgerPart } from '../../application/ports/reconciliation-ledger.js';

const missingParts: { readonly [P in LedgerPart]?: string } = {
  disputes: 'disputes, because the processor has none',
  transactions: 'the balance and its fees, because the processor has none',
  payouts: 'payouts, because the processor has none',
};

/** Says that a part was not compared. */
export const missingPart = (part: LedgerPart): string => missingParts[part] ?? part;
