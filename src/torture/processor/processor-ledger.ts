import type { LedgerPayment } from '../../domain/reconciliation/order-records.js';
import {
  type ChargeObject,
  type Engine,
  isHeld,
  type RefundObject,
} from '../../simulator/index.js';
import type { ObjectFields } from './call-description.js';

const sum = (amounts: ReadonlyArray<number>): number =>
  amounts.reduce((total, amount) => total + amount, 0);

// A refund of what was only authorized gives no money back.
const movesMoney = ({ status, balance_transaction }: RefundObject): boolean =>
  status !== 'failed' && status !== 'canceled' && balance_transaction !== null;

const toPayment = (
  { id, status, currency }: Pick<LedgerPayment, 'id' | 'status' | 'currency'>,
  charges: ReadonlyArray<ChargeObject>,
  refundsOf: (charge: string) => ReadonlyArray<RefundObject>,
): LedgerPayment => {
  // A pending charge is a debit that the bank has not answered yet.
  const made = charges.filter((charge) => charge.status === 'succeeded');
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
    refunds: made
      .flatMap((charge) => refundsOf(charge.id))
      .map((refund) => ({ id: refund.id, amount: refund.amount, status: refund.status })),
  };
};

/** A payment of the ledger, and the object of the processor that it is about. */
type ProcessorPayment = { readonly payment: LedgerPayment; readonly object: ObjectFields };

const groupedBy = <A>(
  rows: ReadonlyArray<A>,
  keyOf: (row: A) => string | null,
): ((key: string | null) => ReadonlyArray<A>) => {
  const groups = new Map<string | null, Array<A>>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return (key) => groups.get(key) ?? [];
};

/** The payments of an account: its intents, then its charges without an intent, each from the first to the last. */
export const ledgerPayments = ({
  snapshot,
}: Pick<Engine, 'snapshot'>): ReadonlyArray<ProcessorPayment> => {
  const { state } = snapshot();
  const refunds = state.refunds.rows.map(([, refund]) => refund).filter(movesMoney);
  const refundsOf = groupedBy(refunds, ({ charge }) => charge);
  const charges = state.charges.rows.map(([, charge]) => charge);
  const chargesOf = groupedBy(charges, ({ payment_intent }) => payment_intent);
  return [
    ...state.intents.rows.map(([, intent]) => ({
      payment: toPayment(intent, chargesOf(intent.id), refundsOf),
      object: { ...intent },
    })),
    ...chargesOf(null).map((charge) => ({
      payment: toPayment(charge, [charge], refundsOf),
      object: { ...charge },
    })),
  ];
};
