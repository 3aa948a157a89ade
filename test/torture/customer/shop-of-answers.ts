import type { Shopping } from '../../../src/torture/customer/shopping.js';
import { createJournal } from '../../../src/torture/journal/journal.js';
import type {
  Driver,
  OrderToPay,
  PayAnswer,
  RefundAnswer,
} from '../../../src/torture/options/driver.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import type { RunningOrder } from '../../../src/torture/processor/processor-under-test.js';

/** An order of 19.99 euros with these incidents. */
export const orderWith = (...incidents: ReadonlyArray<Incident>): RunningOrder => ({
  number: 17,
  amount: 1999,
  currency: 'eur',
  incidents,
  id: 'o17-abc',
  email: 'o17-abc@example.com',
});

/** The answers of the shop; an error means no answer. */
type Scripted<A> = A | Error;

const next = <A>(script: Array<Scripted<A>>): A => {
  const answer = script.shift();
  if (answer === undefined) throw new Error('the shop was asked more often than expected');
  if (answer instanceof Error) throw answer;
  return answer;
};

/** A shop that gives these answers, one after the other, and what it was asked. */
export const shopOfAnswers = (script: {
  readonly pay?: ReadonlyArray<Scripted<PayAnswer>>;
  readonly comeBack?: ReadonlyArray<Scripted<PayAnswer>>;
  readonly refund?: ReadonlyArray<Scripted<RefundAnswer>>;
  /** Called before each payment is answered. */
  readonly onPay?: (shopping: Shopping) => void;
}) => {
  const paid: Array<OrderToPay> = [];
  const asked: Array<string> = [];
  const challenges: Array<string> = [];
  const pay = [...(script.pay ?? [])];
  const comeBack = [...(script.comeBack ?? [])];
  const refund = [...(script.refund ?? [])];
  const ending = new AbortController();
  const driver: Driver = {
    pay: async (order) => {
      paid.push(order);
      asked.push(`pay ${order.card.number} ${order.key}`);
      script.onPay?.(shopping);
      return next(pay);
    },
    orders: async () => [],
    ...(script.comeBack && {
      comeBack: async ({ payment }) => {
        asked.push(`come back from ${payment}`);
        return next(comeBack);
      },
    }),
    ...(script.refund && {
      refund: async ({ id, amount, shopOrder }) => {
        asked.push(`refund ${id} ${amount} of ${shopOrder}`);
        return next(refund);
      },
    }),
  };
  const journal = createJournal(() => performance.now());
  const shopping: Shopping = {
    driver,
    context: {
      url: 'http://shop.test',
      processor: 'http://processor.test',
      publishableKey: 'pk_test_shop',
      folder: '/tmp',
      signal: ending.signal,
    },
    journal,
    whenUp: async () => undefined,
    killShop: async () => {
      asked.push('kill');
    },
    endChallenge: (payment, ends, card) => {
      challenges.push(`${payment} ${ends} ${card}`);
      return true;
    },
  };
  const happened = () =>
    journal.entries().flatMap((entry) => (entry.kind === 'incident' ? [entry.incident] : []));
  return {
    shopping,
    asked,
    paid,
    challenges,
    happened,
    abort: (reason: Error) => ending.abort(reason),
  };
};
