/** Plays the customers of a sample shop from Python. */
export default {
  shop: {
    command: ['node', 'shop.mjs'],
    cwd: '../right-stripe',
    env: {
      STRIPE_URL: '{processor}',
      STRIPE_KEY: '{apiKey}',
      WEBHOOK_SECRET: '{webhookSecret}',
      PORT: '{port}',
      DATABASE: '{folder}/shop.db',
    },
    webhook: '/webhooks',
  },
  driver: { command: ['python3', 'driver.py'] },
};
