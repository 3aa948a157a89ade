import type { LedgerPayment } from '../../domain/reconciliation/order-records.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { AskedRefund } from '../customer/staff.js';
import type { Journal } from '../journal/journal.js';
import type { Ledgers } from '../judge/ledger.js';
import type { PayAnswer } from '../options/driver.js';
import { idsIn } from '../processor/attribution.js';
import type { ProcessorUnderTest, RunningOrder } from '../processor/processor-under-test.js';

/** An order of the run, with what its customer and the staff were told. */
export type PlayedOrder = {
  readonly order: RunningOrder;
  readonly answers: ReadonlyArray<PayAnswer | null>;
  readonly cameBackWithGoodCard: boolean;
  readonly refunds: ReadonlyArray<AskedRefund>;
};

type ProcessorLedger = Pick<ProcessorUnderTest, 'orderOf' | 'payments' | 'refusedEvents'>;

/** Assigns the shop's orders to the orders of the run: number of the order, `null` for an order of somebody else. */
export const matchShopOrders = (
  played: ReadonlyArray<PlayedOrder>,
  { orderOf }: Pick<ProcessorLedger, 'orderOf'>,
): ((shopOrder: ShopOrder) => number | null) => {
  const numbers = new Map<string, number>();
  for (const { order, answers } of played) {
    for (const answer of answers) {
      if (answer?.order !== undefined) numbers.set(answer.order, order.number);
    }
  }
  for (const { order } of played) numbers.set(order.id, order.number);
  return ({ id, reference = id }) =>
    numbers.get(reference) ?? orderOf(reference) ?? numbers.get(id) ?? orderOf(id);
};

const group = <A>(
  list: ReadonlyArray<A>,
  numberOf: (element: A) => number | null,
): ReadonlyMap<number | null, ReadonlyArray<A>> => {
  const groups = new Map<number | null, Array<A>>();
  for (const element of list) {
    const number = numberOf(element);
    const members = groups.get(number);
    if (members === undefined) groups.set(number, [element]);
    else members.push(element);
  }
  return groups;
};

const isOnlyChallenged = ({ method = 'card', incidents }: RunningOrder): boolean =>
  method === 'card' &&
  incidents.length === 1 &&
  incidents.every((one) => one.kind === 'challenged' && one.ends === 'approved');

const tookMoney = ({ captured, held }: LedgerPayment): boolean => captured > 0 || held > 0;

/** Puts together what the processor, the shop and the customers have. */
export const readLedgers = (
  when: Ledgers['when'],
  played: ReadonlyArray<PlayedOrder>,
  shopOrders: ReadonlyArray<ShopOrder>,
  processor: ProcessorLedger,
  journal: Journal,
): Ledgers => {
  const numberOf = matchShopOrders(played, processor);
  const byReference = new Map<string, number | null>([
    ...played.flatMap(({ order, answers }) =>
      answers.flatMap((answer) =>
        idsIn(answer?.payment ?? '').map((id) => [id, order.number] as const),
      ),
    ),
    ...shopOrders.flatMap((shopOrder) => {
      const { id, reference = id } = shopOrder;
      const number = numberOf(shopOrder);
      // The id of the shop's order may be that of the payment.
      return [...new Set([id, reference])].map((one) => [one, number] as const);
    }),
  ]);
  const payments = group(
    processor.payments(),
    ({ order, id, charges }) =>
      order ??
      [id, ...charges.map((charge) => charge.id)]
        .map((one) => byReference.get(one) ?? null)
        .find((number) => number !== null) ??
      null,
  );
  const known = group(shopOrders, numberOf);
  // A killed shop may say "failed" for reasons of its own.
  const wasDisturbed = journal
    .entries()
    .some((entry) => entry.kind === 'shop' && ['killed', 'frozen'].includes(entry.what));
  const hangs = journal
    .entries()
    .flatMap((entry) =>
      entry.kind === 'shop_hung' ? [{ since: entry.since, problem: entry.problem }] : [],
    );
  const refused = group(processor.refusedEvents(), ({ order }) => order);
  return {
    when,
    orders: played.map(({ order, answers, cameBackWithGoodCard, refunds }) => ({
      order: order.number,
      id: order.id,
      amount: order.amount,
      currency: order.currency,
      ...(order.method === undefined ? {} : { method: order.method }),
      payments: payments.get(order.number) ?? [],
      shopOrders: known.get(order.number) ?? [],
      answers: [...answers],
      cameBackWithGoodCard,
      refunds: [...refunds],
      refusedEvents: refused.get(order.number) ?? [],
      ...(isOnlyChallenged(order) && !wasDisturbed ? { onlyChallenged: true } : {}),
    })),
    strangePayments: (payments.get(null) ?? []).filter(tookMoney),
    deaths: journal
      .entries()
      .flatMap((entry) =>
        entry.kind === 'shop_died' ? [{ code: entry.code, output: entry.output }] : [],
      ),
    ...(hangs.length === 0 ? {} : { hangs }),
  };
};
