import type { PaymentIntentObject } from '../../../../../src/adapters/outbound/memory/engine/objects/payment-intent.js';
import { operations } from '../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { Shop } from './open-shop.js';
import { pay } from './pay.js';
import { right } from './right.js';

/** A payment of 20 euros by a customer's card with this number. */
export const payWithNumber = (
  shop: Shop,
  number: string,
  extra: object = {},
): PaymentIntentObject => {
  const { engine, customer } = shop;
  const card = { number, exp_month: 12, exp_year: 2030, cvc: '123' };
  const token = right(engine.call(operations.createToken, { card }));
  const { id } = right(engine.call(operations.createSource, { customer, source: token.id }));
  return pay(shop, id, extra);
};
