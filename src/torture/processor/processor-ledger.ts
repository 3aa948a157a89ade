import type { Engine } from '../../adapters/outbound/memory/engine/engine.js';
import { type ChargeObject, isHeld } from '../../adapters/outbound/memory/engine/objects/charge.js';
import type { RefundObject } from '../../adapters/outbound/memory/engine/objects/refund.js';
import type { LedgerPayment } from '../judge/ledger.js';

const sum = (amounts: ReadonlyArray<number>): number =>
  amounts.reduce((total, amount) => total + amount, 0);

// A refund of what was only authorized gives no money back.
const movesMoney = ({ status, balance_transaction }: RefundObject): boolean =>
  status !== 'failed' && status !== 'canceled' && balance_transaction !== null;

const toPayment = (
  { id, status, currency }: Pick<LedgerPayment, 'id' | 'status' | 'currency'>,
  charges: ReadonlyArray<ChargeObject>,
  refunds: ReadonlyArray<RefundObject>,
): LedgerPayment => {
  const refundsOf = (charge: string) => refunds.filter((refund) => refund.charge === charge);
  const made = charges.filter((charge) => charge.status !== 'failed');
  return {
    id,
    status,
    currency,
    captured: sum(made.map(({ amount_captured }) => amount_captured)),
    held: sum(made.filter(isHeld).map(({ amount }) => amount)),
    charges: made.map((charge) => ({
      id: charge.id,
      captured: charge.amount_captured,
      refunded: sum(refundsOf(charge.id).map(({ amount }) => amount)),
    })),
    refunds: made.flatMap((charge) =>
      refundsOf(charge.id).map((refund) => ({
        id: refund.id,
        amount: refund.amount,
        status: refund.status,
      })),
    ),
  };
};

/** A payment of the ledger, and the object of the processor that it is about. */
export type ProcessorPayment = {
  readonly payment: LedgerPayment;
  readonly object: { readonly [name: string]: unknown };
};

/** The payments of an account, in the order in which they were made: its intents, then its charges without an intent. */
export const paymentsOf = ({
  snapshot,
}: Pick<Engine, 'snapshot'>): ReadonlyArray<ProcessorPayment> => {
  const { state } = snapshot();
  const refunds = state.refunds.rows.map(([, refund]) => refund).filter(movesMoney);
  const charges = state.charges.rows.map(([, charge]) => charge);
  const ofIntents = state.intents.rows.map(([, intent]) => ({
    payment: toPayment(
      intent,
      charges.filter(({ payment_intent }) => payment_intent === intent.id),
      refunds,
    ),
    object: { ...intent },
  }));
  const others = charges
    .filter(({ payment_intent }) => payment_intent === null)
    .map((charge) => ({ payment: toPayment(charge, [charge], refunds), object: { ...charge } }));
  return [...ofIntents, ...others];
};
