import { createShopper, type Shopper } from '../customer/shopper.js';
import type { Shopping } from '../customer/shopping.js';
import { createStaff, type Staff } from '../customer/staff.js';
import type { PlannedOrder } from '../plan/plan.js';
import type { RunningOrder } from '../processor/processor-under-test.js';
import type { PlayedOrder } from './read-ledgers.js';

/** An order, and who has to do with it. */
export type Party = {
  readonly order: RunningOrder;
  readonly shopper: Shopper;
  readonly staff: Staff;
};

/** Gives an order the names of this run. */
export const createParty = (planned: PlannedOrder, token: string, shopping: Shopping): Party => {
  const id = `o${planned.number}-${token}`;
  const order = { ...planned, id, email: `${id}@example.com` };
  return { order, shopper: createShopper(order, shopping), staff: createStaff(order, shopping) };
};

/** The answers to the parties until now. */
export const playedBy = ({ order, shopper, staff }: Party): PlayedOrder => ({
  order,
  answers: shopper.answers(),
  triedGoodCard: shopper.triedGoodCard(),
  refunds: staff.asked(),
});
