import type { PaymentIntentObject } from '../../../../../src/adapters/outbound/memory/engine/objects/payment-intent.js';
import { operations } from '../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { Shop } from './open-shop.js';
import { right } from './right.js';

/** A payment of 20 euros by a magic payment method, confirmed at once. */
export const pay = (
  { engine, customer }: Shop,
  payment_method = 'pm_card_visa',
  extra: object = {},
): PaymentIntentObject =>
  right(
    engine.call(operations.createIntent, {
      amount: 2000,
      currency: 'eur',
      customer,
      payment_method,
      confirm: true,
      ...extra,
    }),
  );
