import { amountText } from '../../domain/money/amount-text.js';
import type { LedgerPayment } from '../../domain/reconciliation/order-records.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import { countText, foreignText, listText } from '../../domain/text/words.js';
import type { OrderLedger } from '../judge/ledger.js';
import type { PayAnswer } from '../options/driver.js';
import type { PayMethod } from '../plan/pay-method.js';
import { shortIds, toldText } from './wording.js';

const chargesText = ({ payments, currency }: OrderLedger): string => {
  const groups = new Map<string, Array<string>>();
  const add = (what: string, id: string): void => {
    groups.set(what, [...(groups.get(what) ?? []), id]);
  };
  for (const payment of payments) {
    const money = payment.currency === '' ? currency : payment.currency;
    if (payment.captured > 0) {
      // A payment that was charged several times is several charges.
      const charges = payment.charges.filter(({ captured }) => captured > 0);
      for (const { id, captured } of charges.length > 1 ? charges : [payment]) {
        add(`charge of ${amountText(captured, money)}`, id);
      }
    }
    if (payment.held > 0) add(`hold of ${amountText(payment.held, money)}`, payment.id);
  }
  if (groups.size === 0) return payments.length === 0 ? 'no payment' : 'no charge';
  return [...groups]
    .map(([what, ids]) => {
      const several = what.replace(/^(charge|hold)/, '$1s');
      return `${countText(ids.length, what, several)} (${ids.map(shortIds).join(', ')})`;
    })
    .join(', ');
};

const refundsText = (payments: ReadonlyArray<LedgerPayment>): ReadonlyArray<string> =>
  payments.flatMap(({ refunds, currency }) =>
    refunds.map(
      ({ id, amount, status }) =>
        `refund of ${amountText(amount, currency)} (${shortIds(id)}${status === 'succeeded' ? '' : `, ${status}`})`,
    ),
  );

const openText = (payments: ReadonlyArray<LedgerPayment>): ReadonlyArray<string> =>
  payments
    .filter(({ captured, held, status }) => captured === 0 && held === 0 && status !== 'succeeded')
    .map(({ id, status }) => `${shortIds(id)} is ${status}`);

const shipmentsText = (shipments: number): string =>
  shipments === 0 ? 'not sent' : `sent ${shipments === 1 ? 'once' : countText(shipments, 'time')}`;

const shopOrderText = (
  { amount, state, refunded, shipments, currency }: ShopOrder,
  ledger: OrderLedger,
): string =>
  [
    state,
    amountText(amount, currency ?? ledger.currency),
    refunded === undefined || refunded === 0
      ? []
      : `${amountText(refunded, currency ?? ledger.currency)} given back`,
    shipments === undefined ? [] : shipmentsText(shipments),
  ]
    .flat()
    .join(', ');

const answerText = (answer: PayAnswer | null, method?: PayMethod): string => {
  if (answer === null) return 'no response';
  const { outcome, message, payment } = answer;
  const told = toldText(outcome, payment, method);
  return message === undefined ? told : `${told} (${foreignText(message)})`;
};

/** The ledgers in the end: of the processor, of the shop, and the answers to the customer and the staff. */
export const ledgerSentences = (
  ledger: OrderLedger,
): ReadonlyArray<readonly [who: string, what: string]> => {
  const { payments, shopOrders, answers, refunds, method } = ledger;
  return [
    [
      'processor',
      [chargesText(ledger), ...refundsText(payments), ...openText(payments)].join(', '),
    ],
    [
      'shop',
      shopOrders.length === 0
        ? 'no order'
        : `${countText(shopOrders.length, 'order')}: ${shopOrders
            .map((order) => shopOrderText(order, ledger))
            .join('; ')}`,
    ],
    [
      'customer',
      answers.length === 0
        ? 'not heard'
        : answers.map((answer) => answerText(answer, method)).join(', then '),
    ],
    ...(refunds.length === 0
      ? []
      : ([
          [
            'staff',
            listText(
              refunds.map(
                ({ amount, answer }) =>
                  `${answer === null ? 'no response about' : `told "${answer.outcome}" about`} ${amountText(amount, ledger.currency)}`,
              ),
            ),
          ],
        ] as const)),
  ];
};
