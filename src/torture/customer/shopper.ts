import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import type { CustomerEntry } from '../journal/journal.js';
import type { CustomerCard, PayAnswer } from '../options/driver.js';
import type { RunningOrder } from '../processor/processor-under-test.js';
import {
  bizumPhone,
  challengedCard,
  debitAccounts,
  declinedCards,
  goodCard,
  isDeclined,
} from './customer-cards.js';
import {
  askShop,
  incidentOf,
  isHeldIn,
  isInterrupted,
  note,
  pause,
  type Shopping,
  type Told,
} from './shopping.js';

/** The customer of one order. */
export type Shopper = {
  /** Pays the order, with what the plan has the customer do. */
  readonly shop: () => Promise<void>;
  /** Whether the customer still wants to pay, or does not know how it ended. `shopOrders`: what the shop has about the order. */
  readonly wantsMore: (shopOrders: ReadonlyArray<ShopOrder>) => boolean;
  /** Comes back after a while, and goes on where the customer has left. */
  readonly goOn: () => Promise<void>;
  /** Comes back and pays with a good card, and nothing happens any more. Tries three times at once. */
  readonly comeBack: () => Promise<void>;
  /** Whether the customer came back, and had no response, or the payment failed. */
  readonly isTurnedAway: () => boolean;
  /** Comes back once more, and tries once. */
  readonly comeAgain: () => Promise<void>;
  /** The answers to the customer, one after the other; `null`: none. */
  readonly answers: () => ReadonlyArray<PayAnswer | null>;
  /** Whether the customer came back, and the last attempt was with a card that would have been accepted. */
  readonly cameBackWithGoodCard: () => boolean;
  /** Whether the customer was told that the order is paid. */
  readonly isPaid: () => boolean;
  /** The id of the order in the shop, as far as the customer knows. */
  readonly shopOrder: () => string;
};

type Why = Extract<CustomerEntry, { kind: 'pays' }>['why'];
type Attempt = { readonly card: CustomerCard; readonly key: string };

/** How often a customer without an answer tries again, where the plan says so or somebody else's incident was the reason. */
const mostRetries = 3;

// Of several answers to one attempt, the customer believes the best. No answer is better than `failed`: something may have happened.
const weight = (answer: PayAnswer | null): number =>
  ['failed', 'no answer', 'pending', 'action', 'paid'].indexOf(answer?.outcome ?? 'no answer');

const fromWorst = (one: PayAnswer | null, other: PayAnswer | null): number =>
  weight(one) - weight(other);

// A shop that hears of the first payment has so long to take back the second.
const betweenTabsMs = 200;

// A page that waits for an app gives up before the customer finds the phone.
const untilApprovalMs = 200;

const isPaymentPage = (payment: string): boolean => payment.startsWith('cs_');

const best = (answers: ReadonlyArray<PayAnswer | null>): PayAnswer | null =>
  answers.reduce((one, other) => (weight(other) > weight(one) ? other : one));

export const createShopper = (order: RunningOrder, shopping: Shopping): Shopper => {
  const { driver, context, journal } = shopping;
  const answers: Array<PayAnswer | null> = [];
  let attempts = 0;
  let keys = 0;
  let last: Attempt = { card: goodCard, key: '' };
  let told: PayAnswer | null = null;
  let hasLeft = false;
  let left: { readonly payment: string; readonly answer: PayAnswer } | null = null;
  let triedGoodCard = false;
  let cameBack = false;
  let visits = 0;
  const accepted = incidentOf(order, 'challenged') ? challengedCard : goodCard;

  const { method = 'card' } = order;
  const refusedLater = incidentOf(order, 'debit_refused');
  const account = {
    ...(method === 'bizum' ? { phone: bizumPhone } : {}),
    ...(method === 'sepa_debit'
      ? { iban: refusedLater ? debitAccounts.refused : debitAccounts.paid }
      : {}),
  };

  const newKey = (): string => {
    keys += 1;
    return `${order.id}-${keys}`;
  };

  const orderToPay = ({ card, key }: Attempt) => ({
    id: order.id,
    amount: order.amount,
    currency: order.currency,
    email: order.email,
    method,
    ...account,
    card,
    key,
  });

  const hear = (attempt: number, heard: Told<PayAnswer>) => {
    journal.add(order.number, { kind: 'answered', attempt, ...heard });
    answers.push(heard.answer);
    return heard.answer;
  };

  const press = async (attempt: Attempt, why: Why): Promise<PayAnswer | null> => {
    last = attempt;
    triedGoodCard = attempt.card === goodCard;
    attempts += 1;
    const number = attempts;
    const { card, key } = attempt;
    journal.add(order.number, { kind: 'pays', attempt: number, key, card: card.number, why });
    note(shopping, order, refusedLater);
    const pay = () => driver.pay(orderToPay(attempt), context);
    return hear(number, await askShop(shopping, order, 'pay', pay));
  };

  const returnFrom = async (
    payment: string,
    answer: PayAnswer | null,
  ): Promise<PayAnswer | null> => {
    const { comeBack } = driver;
    if (comeBack === undefined) return answer;
    const back = { order: orderToPay(last), payment };
    return hear(
      attempts,
      await askShop(shopping, order, 'come_back', () => comeBack(back, context)),
    );
  };

  /** Fills in a payment page with a card that is declined: the page says so, and the shop does not hear of the customer. */
  const declinedOnPage = (payment: string): void => {
    shopping.endChallenge(payment, 'approved', last.card.number);
    journal.add(order.number, { kind: 'challenge', ends: 'declined', payment });
    if (incidentOf(order, 'declined')?.next === 'leaves') hasLeft = true;
    else last = { ...last, card: accepted };
  };

  const passChallenge = async (answer: PayAnswer | null): Promise<PayAnswer | null> => {
    if (answer?.outcome !== 'action' || answer.payment === undefined) return answer;
    const { payment } = answer;
    if (isPaymentPage(payment) && isDeclined(last.card)) declinedOnPage(payment);
    if (hasLeft) return answer;
    // On a visit nothing goes wrong any more.
    const planned = cameBack ? undefined : incidentOf(order, 'challenged');
    const ends = planned?.ends ?? 'approved';
    note(shopping, order, planned);
    const isLate = ends === 'late' && !isPaymentPage(payment);
    if (isLate) {
      await returnFrom(payment, answer);
      await pause(shopping, untilApprovalMs);
    }
    journal.add(order.number, { kind: 'challenge', ends, payment });
    hasLeft = ends === 'left' || ends === 'closed' || ends === 'late';
    if (ends === 'left') {
      left = { payment, answer };
      return answer;
    }
    shopping.endChallenge(payment, ends === 'refused' ? 'refused' : 'approved', last.card.number);
    triedGoodCard = ends !== 'refused';
    // Whatever the page said when it gave up, the customer knows of the approval.
    if (isLate) answers.push(answer);
    return hasLeft ? answer : returnFrom(payment, answer);
  };

  /** The customer believes the best answer. Where two tabs are at two payments, both are passed, one after the other. */
  const passChallenges = async (
    offered: ReadonlyArray<PayAnswer | null>,
  ): Promise<PayAnswer | null> => {
    const believed = best(offered);
    const before = answers.length;
    const heard = [await passChallenge(believed)];
    const other = offered.find(
      (answer) => answer?.outcome === 'action' && answer.payment !== believed?.payment,
    );
    const isSecondTab =
      incidentOf(order, 'second_tab') !== undefined || incidentOf(order, 'overtaken')?.by === 'tab';
    const inTwoTabs = isSecondTab && believed?.outcome === 'action';
    if (inTwoTabs && !hasLeft && other !== undefined) {
      await pause(shopping, betweenTabsMs);
      heard.push(await passChallenge(other));
      answers.push(...answers.splice(before).toSorted(fromWorst));
    }
    return best(heard);
  };

  const pressAgain = async (attempt: Attempt, incident: 'double_click' | 'second_tab') => {
    const planned = incidentOf(order, incident);
    if (planned === undefined) return [];
    await pause(shopping, planned.ms);
    note(shopping, order, planned);
    const key = incident === 'second_tab' ? newKey() : attempt.key;
    return [await press({ ...attempt, key }, incident)];
  };

  /** Presses again once a call of the first press waits. */
  const overtake = async (attempt: Attempt, first: Promise<unknown>) => {
    const planned = incidentOf(order, 'overtaken');
    if (planned === undefined || planned.by === 'webhooks') return [];
    if (!(await isHeldIn(shopping, planned, first))) return [];
    return planned.by === 'tab'
      ? [await press({ ...attempt, key: newKey() }, 'second_tab')]
      : [await press(attempt, 'double_click')];
  };

  const retry = async (answer: PayAnswer | null, began: number): Promise<PayAnswer | null> => {
    const planned = incidentOf(order, 'retries');
    let latest = answer;
    let since = began;
    for (let tries = 0; latest === null && tries < mostRetries; tries += 1) {
      if (planned === undefined && !isInterrupted(shopping, order, since)) break;
      await shopping.whenUp();
      note(shopping, order, planned);
      since = journal.entries().length;
      const key = planned?.key === 'other' ? newKey() : last.key;
      latest = await passChallenge(await press({ card: last.card, key }, 'retries'));
    }
    return latest;
  };

  const payWith = async (card: CustomerCard, why: Why): Promise<PayAnswer | null> => {
    const attempt = { card, key: newKey() };
    const began = journal.entries().length;
    const before = answers.length;
    const pressed = press(attempt, why);
    const [first, ...others] = await Promise.all([
      pressed,
      ...(why === 'first'
        ? [
            pressAgain(attempt, 'double_click'),
            pressAgain(attempt, 'second_tab'),
            overtake(attempt, pressed),
          ]
        : []),
    ]);
    // Of answers to presses at the same time, the one that the customer believes counts as the last.
    answers.push(...answers.splice(before).toSorted(fromWorst));
    return retry(await passChallenges([first, ...others.flat()]), began);
  };

  const isTurnedAway = (): boolean => cameBack && (told === null || told.outcome === 'failed');

  const visit = async (): Promise<void> => {
    await shopping.whenUp();
    // Without a response, customers press once more, and then load the page again: a shop may have stored how the attempt failed.
    const keepsKey =
      told?.outcome !== 'failed' && last.card === goodCard && (visits === 0 || visits % 2 === 1);
    visits += 1;
    const attempt = keepsKey ? last : { card: goodCard, key: newKey() };
    told = await passChallenge(await press(attempt, 'visits'));
  };

  return {
    shop: async () => {
      await shopping.whenUp();
      const declined = incidentOf(order, 'declined');
      note(shopping, order, declined);
      told = await payWith(declined ? declinedCards[declined.code] : accepted, 'first');
      if (declined === undefined || told?.outcome !== 'failed') return;
      if (declined.next === 'leaves') hasLeft = true;
      else told = await payWith(accepted, 'other_card');
    },
    wantsMore: (shopOrders) => {
      if (hasLeft || told?.outcome === 'paid') return false;
      if (told === null || told.outcome === 'failed') return true;
      if (isAnsweredLater(method)) return false;
      return shopOrders.every(({ state }) => state === 'open' || state === 'pending');
    },
    goOn: async () => {
      await shopping.whenUp();
      note(shopping, order, incidentOf(order, 'comes_back'));
      if (!hasLeft) return;
      hasLeft = false;
      cameBack = true;
      if (left === null) {
        told = await payWith(accepted, 'other_card');
        return;
      }
      const { payment, answer } = left;
      journal.add(order.number, { kind: 'challenge', ends: 'approved', payment });
      shopping.endChallenge(payment, 'approved', last.card.number);
      told = await returnFrom(payment, answer);
    },
    comeBack: async () => {
      cameBack = true;
      for (let tries = 0; tries < mostRetries; tries += 1) {
        await visit();
        if (!isTurnedAway()) return;
      }
    },
    isTurnedAway,
    comeAgain: visit,
    answers: () => answers,
    cameBackWithGoodCard: () => cameBack && triedGoodCard,
    isPaid: () => told?.outcome === 'paid',
    shopOrder: () => answers.findLast((answer) => answer?.order !== undefined)?.order ?? order.id,
  };
};
