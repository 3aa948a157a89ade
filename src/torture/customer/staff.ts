import type { CustomerEntry } from '../journal/journal.js';
import type { RefundAnswer } from '../options/driver.js';
import type { RunningOrder } from '../processor/processor-under-test.js';
import {
  askShop,
  incidentOf,
  isHeldIn,
  isInterrupted,
  note,
  pause,
  type Shopping,
} from './shopping.js';

/** A refund that the staff asked for, and what it was told in the end. */
export type AskedRefund = {
  readonly id: string;
  readonly amount: number;
  readonly answer: RefundAnswer | null;
};

/** The staff of the shop, as far as one order is concerned. */
export type Staff = {
  /** Makes the refunds of the plan. `shopOrder`: id of the order in the shop. */
  readonly refund: (shopOrder: string) => Promise<void>;
  /** Whether a refund had no answer. */
  readonly isInDoubt: () => boolean;
  /** Asks again for refunds that had no answer. */
  readonly repeat: () => Promise<void>;
  readonly asked: () => ReadonlyArray<AskedRefund>;
};

type Why = Extract<CustomerEntry, { kind: 'refunds' }>['why'];

// Of two answers to one button, the staff believes the better one. No answer is better than `failed`: something may have happened.
const weight = (answer: RefundAnswer | null): number =>
  ['failed', 'no answer', 'pending', 'refunded'].indexOf(answer?.outcome ?? 'no answer');

export const createStaff = (order: RunningOrder, shopping: Shopping): Staff => {
  const { driver, context, journal } = shopping;
  const asked = new Map<string, AskedRefund>();
  let shopOrder = order.id;

  const press = async (id: string, amount: number, why: Why): Promise<RefundAnswer | null> => {
    journal.add(order.number, { kind: 'refunds', refund: id, amount, why });
    const refund = { id, order: order.id, shopOrder, amount, currency: order.currency };
    const giveBack = async () => driver.refund?.(refund, context) ?? null;
    const told = await askShop(shopping, order, 'refund', giveBack);
    journal.add(order.number, { kind: 'refund_answered', refund: id, ...told });
    return told.answer;
  };

  const again = async (id: string, amount: number): Promise<void> => {
    await shopping.whenUp();
    asked.set(id, { id, amount, answer: await press(id, amount, 'visits') });
  };

  const make = async (id: string, amount: number, clickedTwice: boolean): Promise<void> => {
    asked.set(id, { id, amount, answer: null });
    const began = journal.entries().length;
    const twice = clickedTwice ? incidentOf(order, 'refund_clicked_twice') : undefined;
    const second = async () => {
      if (twice === undefined) return [];
      await pause(shopping, twice.ms);
      note(shopping, order, twice);
      return [await press(id, amount, 'double_click')];
    };
    const pressed = press(id, amount, 'first');
    const overtakes = async () => {
      const planned = clickedTwice ? incidentOf(order, 'overtaken') : undefined;
      return planned?.by === 'click' && (await isHeldIn(shopping, planned, pressed))
        ? [await press(id, amount, 'double_click')]
        : [];
    };
    const [first, ...others] = await Promise.all([pressed, second(), overtakes()]);
    const answer = [first, ...others.flat()].reduce((one, other) =>
      weight(other) > weight(one) ? other : one,
    );
    asked.set(id, { id, amount, answer });
    const retries = incidentOf(order, 'retries');
    if (answer !== null || (retries === undefined && !isInterrupted(shopping, order, began)))
      return;
    note(shopping, order, retries);
    await again(id, amount);
  };

  const inDoubt = () => [...asked.values()].filter(({ answer }) => answer === null);

  return {
    refund: async (id) => {
      const planned = incidentOf(order, 'refunded');
      if (planned === undefined || driver.refund === undefined) return;
      shopOrder = id;
      note(shopping, order, planned);
      const refunds = planned.parts.map(
        (amount, part) => () => make(`${order.id}-r${part + 1}`, amount, part === 0),
      );
      if (planned.atOnce) await Promise.all(refunds.map((refund) => refund()));
      else for (const refund of refunds) await refund();
    },
    isInDoubt: () => inDoubt().length > 0,
    repeat: async () => {
      for (const { id, amount } of inDoubt()) await again(id, amount);
    },
    asked: () => [...asked.values()],
  };
};
