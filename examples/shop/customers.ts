import type { Payments } from 'pasarela';
import type { Order, Orders } from './orders.ts';

/**
 * The customer of an order, stored with the order. `undefined`: a guest. A second customer at Stripe does no harm, so this needs no
 * idempotency key. A shop with accounts of its own stores it with the account.
 */
export const customerOf = async (
  { id, email, name, phone, customer }: Order,
  payments: Payments,
  orders: Orders,
): Promise<string | undefined> => {
  if (name === null || phone === null) return undefined;
  if (customer !== null) return customer;
  const created = await payments.createCustomer({ email, name, phone });
  return orders.keepCustomer(id, created.id);
};
