import { amountText } from '../money/amount-text.js';
import { foreignText, listText } from '../text/words.js';
import type { LedgerPayment, OrderRecords } from './order-records.js';
import type { ShopOrder } from './shop-order.js';

export const sumOf = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((sum, number) => sum + number, 0);

/** The sums that payments took and gave back. Minor units. */
type Money = {
  /** Taken, also if it was given back later. */
  readonly captured: number;
  readonly held: number;
  /** Given back, or on its way back. */
  readonly refunded: number;
  /** Given back, and nothing can come between. */
  readonly arrived: number;
  /** Taken and not given back. */
  readonly kept: number;
};

const refundedBy = ({ refunds }: LedgerPayment): number =>
  sumOf(refunds.map(({ amount }) => amount));

const keptBy = (payment: LedgerPayment): number => payment.captured - refundedBy(payment);

export const moneyOf = (payments: ReadonlyArray<LedgerPayment>): Money => {
  const captured = sumOf(payments.map((payment) => payment.captured));
  const refunded = sumOf(payments.map(refundedBy));
  const arrived = sumOf(
    payments.flatMap(({ refunds }) =>
      refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    ),
  );
  const held = sumOf(payments.map((payment) => payment.held));
  return { captured, held, refunded, arrived, kept: captured - refunded };
};

/** No money was taken or held, and none is on its way. */
export const hasNoMoney = ({ payments }: OrderRecords): boolean => {
  const { captured, held } = moneyOf(payments);
  return captured + held === 0 && payments.every(({ status }) => status !== 'processing');
};

/** Payments whose money was not given back entirely. A shop that gives back a second charge by itself does right. */
export const keptPayments = ({ payments }: OrderRecords): ReadonlyArray<LedgerPayment> =>
  payments.filter((payment) => keptBy(payment) > 0);

export const isChargedTwice = (order: OrderRecords): boolean => {
  const kept = keptPayments(order);
  return kept.length > 1 && moneyOf(kept).kept > order.amount;
};

export const ordersIn = (
  { shopOrders }: OrderRecords,
  ...states: ReadonlyArray<ShopOrder['state']>
): ReadonlyArray<ShopOrder> => shopOrders.filter(({ state }) => states.includes(state));

/** Whether the shop makes several orders of one purchase, one for each seller for instance. */
export const isSplit = (order: OrderRecords): boolean => {
  const paid = ordersIn(order, 'paid', 'refunded');
  return paid.length > 1 && sumOf(paid.map(({ amount }) => amount)) === order.amount;
};

type Answer = NonNullable<OrderRecords['answers'][number]>;

export const lastAnswer = ({ answers }: OrderRecords): Answer | null => answers.at(-1) ?? null;

export const wasTold = (
  { answers }: OrderRecords,
  ...outcomes: ReadonlyArray<Answer['outcome']>
): boolean => answers.some((answer) => answer !== null && outcomes.includes(answer.outcome));

/** Whether the customer takes the payment for failed although it was charged. One who was told "paid" in another tab does not. */
export const takesChargeForFailed = (order: OrderRecords): boolean =>
  lastAnswer(order)?.outcome === 'failed' &&
  !wasTold(order, 'paid', 'pending') &&
  moneyOf(order.payments).kept > 0;

const takenText = ({ id, captured, currency }: LedgerPayment): string =>
  `${amountText(captured, currency)} (${id})`;

/** `19.99 EUR (pi_1) and 5.00 EUR (pi_2)` */
export const takenByEach = (payments: ReadonlyArray<LedgerPayment>): string =>
  listText(payments.map(takenText));

/** `19.99 EUR was charged (pi_1)` */
export const chargedText = (payments: ReadonlyArray<LedgerPayment>): string => {
  const [only, ...others] = payments;
  return only !== undefined && others.length === 0
    ? `${amountText(only.captured, only.currency)} was charged (${only.id})`
    : `${takenByEach(payments)} were charged`;
};

/** `the shop's order 17 is open`, or `the shop has no order` */
export const shopText = ({ shopOrders }: OrderRecords): string =>
  shopOrders.length === 0
    ? 'the shop has no order'
    : listText(shopOrders.map(({ id, state }) => `the shop's order ${id} is ${state}`));

/** `"failed" (Your card was declined.)` */
export const outcomeText = ({
  outcome,
  message = '',
}: {
  readonly outcome: string;
  readonly message?: string;
}): string => {
  const said = foreignText(message);
  return said === '' ? `"${outcome}"` : `"${outcome}" (${said})`;
};
