import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { Balance } from '../../../domain/objects/balance.js';
import { BalanceTransaction } from '../../../domain/objects/balance-transaction.js';
import { LedgerCharge } from '../../../domain/objects/charge.js';
import { Payout } from '../../../domain/objects/payout.js';
import { Refund } from '../../../domain/objects/refund.js';
import { createdParams } from '../stripe-objects/created-params.js';
import type { CallRows } from './call-table.js';
import { intentPage, PaymentIntentsReply } from './payment-intents.js';
import { getRequest } from './request.js';

type Ledgers = Pick<
  PaymentProcessor,
  | 'listAllPaymentIntents'
  | 'listCharges'
  | 'listAllRefunds'
  | 'retrieveBalance'
  | 'listBalanceTransactions'
  | 'listPayouts'
>;

/** The port's ledgers: everything that was created in a time, and the balance with its transactions and payouts. */
export const stripeLedgers = ({ reading }: CallRows): Ledgers => ({
  listAllPaymentIntents: reading('listAllPaymentIntents', PaymentIntentsReply, (page) =>
    intentPage(createdParams(page)),
  ),
  listCharges: reading('listCharges', List(LedgerCharge), (page) =>
    getRequest<Stripe.ChargeListParams>('/v1/charges', createdParams(page)),
  ),
  listAllRefunds: reading('listAllRefunds', List(Refund), (page) =>
    getRequest<Stripe.RefundListParams>('/v1/refunds', createdParams(page)),
  ),
  retrieveBalance: reading('retrieveBalance', Balance, () => getRequest('/v1/balance')),
  listBalanceTransactions: reading('listBalanceTransactions', List(BalanceTransaction), (page) =>
    getRequest<Stripe.BalanceTransactionListParams>(
      '/v1/balance_transactions',
      createdParams(page),
    ),
  ),
  listPayouts: reading('listPayouts', List(Payout), (page) =>
    getRequest<Stripe.PayoutListParams>('/v1/payouts', createdParams(page)),
  ),
});
