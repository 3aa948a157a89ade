import { fileURLToPath } from 'node:url';
import { decodePayAnswer, decodeShopOrders } from '../../../src/torture/driver/decode-answers.js';
import type { Driver, DriverContext } from '../../../src/torture/options/driver.js';
import type { TortureOptions } from '../../../src/torture/options/torture-options.js';

const ask = async (
  { url, signal }: DriverContext,
  path: string,
  body?: object,
): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, {
    signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the shop answered ${response.status}`);
  return response.json();
};

const program = fileURLToPath(new URL('small-shop.js', import.meta.url));

/** Options with the small shop. `careless`: it charges without a key. `trusting`: it believes every webhook. */
export const smallShop = (
  fault: '' | 'careless' | 'trusting' = '',
): TortureOptions & Pick<Driver, 'pay' | 'orders'> => ({
  shop: {
    command: [
      process.execPath,
      program,
      '{folder}/orders.json',
      '{processor}',
      '{apiKey}',
      '{webhookSecret}',
      '{port}',
      fault,
    ],
    webhook: '/webhooks',
    // A busy machine may start it slowly. Mocha ends what hangs.
    startMs: 600_000,
  },
  settle: { quietMs: 40, patienceMs: 0 },
  pay: async ({ id, amount, card, key }, shop) =>
    decodePayAnswer('pay', await ask(shop, '/pay', { id, amount, key, card: card.paymentMethod })),
  orders: async (shop) => decodeShopOrders(await ask(shop, '/orders')),
});
