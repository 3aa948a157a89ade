import { isSplit, ordersIn, sumOf } from '../../domain/reconciliation/order-facts.js';
import { countText, listText } from '../../domain/text/words.js';
import { orderRule } from './torture-rule.js';

export const orderedTwice = orderRule(
  {
    name: 'ordered_twice',
    explanation:
      'The shop has more than one paid order for a single purchase. The goods are reserved, counted and sent for each of them.',
  },
  (order) => {
    // Orders that the shop canceled or gave back by itself do no harm.
    const paid = ordersIn(order, 'paid');
    return paid.length < 2 || isSplit(order)
      ? null
      : `${countText(paid.length, 'paid order')} in the shop for one purchase: ${listText(paid.map(({ id }) => id))}`;
  },
);

export const shippedTwice = orderRule(
  {
    name: 'shipped_twice',
    explanation:
      'The goods were sent more than once for one order. The shop loses the goods and the postage.',
  },
  (order) => {
    const sent = order.shopOrders
      .map(({ id, shipments: times = 0 }) => ({ id, times }))
      .filter(({ times }) => times > 0);
    const shipments = sumOf(sent.map(({ times }) => times));
    const twiceForOne = sent.some(({ times }) => times > 1);
    // One shipment for each of two paid orders is `ordered_twice`.
    const orderedOnce = ordersIn(order, 'paid').length < 2 && !isSplit(order);
    return twiceForOne || (shipments > 1 && orderedOnce)
      ? `${countText(shipments, 'shipment')} for one purchase (${sent.map(({ id }) => `order ${id}`).join(', ')})`
      : null;
  },
);
