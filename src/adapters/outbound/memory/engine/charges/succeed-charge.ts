import type { ChargeObject } from '../objects/charge-object.js';
import { approvedOutcome } from './charge-outcomes.js';

/** The charge once its bank has said yes: captured with a balance transaction, else only authorized. */
export const succeedCharge = (charge: ChargeObject, transaction: string | null): ChargeObject => ({
  ...charge,
  amount_captured: transaction === null ? 0 : charge.amount,
  balance_transaction: transaction,
  captured: transaction !== null,
  outcome: approvedOutcome,
  paid: true,
  receipt_url: `https://receipts.pasarela.invalid/${charge.id}`,
  status: 'succeeded',
});
