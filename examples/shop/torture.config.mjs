// For `npm run torture`, and for the test: how the shop is started, and how a customer pays in it.
import { comeBack, methods, pay } from './customer.mjs';
import { baskets, orders, refund, staffKey } from './shop-client.mjs';

export default {
  shop: {
    command: ['node', 'dist/server.js'],
    env: {
      PORT: '{port}',
      SHOP_URL: 'http://127.0.0.1:{port}',
      DATA_FOLDER: '{folder}',
      STRIPE_BASE_URL: '{processor}',
      STRIPE_SECRET_KEY: '{apiKey}',
      STRIPE_PUBLISHABLE_KEY: '{publishableKey}',
      STRIPE_WEBHOOK_SECRET: '{webhookSecret}',
      IDEMPOTENCY_SECRET: 'for tests',
      STAFF_KEY: staffKey,
    },
    webhook: '/webhooks',
  },
  plan: { amounts: [...baskets.keys()], methods },
  pay,
  comeBack,
  orders,
  refund,
};
