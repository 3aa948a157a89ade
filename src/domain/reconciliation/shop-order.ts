/** An order as the shop has it. */
export type ShopOrder = {
  /** The id of the order in the shop. */
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  /** Three letters, upper or lower case. Absent: the currency is not compared. */
  readonly currency?: string;
  /** `open`: waits for the customer to pay. `pending`: the shop waits for the processor. `refunded`: all of it. */
  readonly state: 'open' | 'pending' | 'paid' | 'failed' | 'canceled' | 'refunded';
  /** The refunded amount as far as the shop knows, in minor units. Absent: all with `refunded`, otherwise it is not judged. */
  readonly refunded?: number;
  /** Its link to the tool's order or to the payment: `order.id`, or an id of the processor (`pi_...`, `ch_...`, `cs_...`). Absent: `id` is the tool's order id, or `pay` returned it. */
  readonly reference?: string;
  /** How often the goods were sent. Absent: it is not judged. */
  readonly shipments?: number;
};
