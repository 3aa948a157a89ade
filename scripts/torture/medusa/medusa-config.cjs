/* oxlint-disable typescript/no-require-imports */
const { defineConfig } = require('@medusajs/framework/utils');

const { DATABASE_URL, REDIS_URL, STRIPE_API_KEY, STRIPE_WEBHOOK_SECRET } = process.env;

// Medusa's documentation asks for these in production. Without it, events and workflows are kept in the memory of the process.
const onRedis = [
  {
    resolve: '@medusajs/medusa/event-bus-redis',
    options: { redisUrl: REDIS_URL },
  },
  {
    resolve: '@medusajs/medusa/workflow-engine-redis',
    options: { redis: { redisUrl: REDIS_URL } },
  },
  {
    resolve: '@medusajs/medusa/locking',
    options: {
      providers: [
        {
          resolve: '@medusajs/medusa/locking-redis',
          id: 'locking-redis',
          is_default: true,
          options: { redisUrl: REDIS_URL },
        },
      ],
    },
  },
];

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    ...(REDIS_URL && { redisUrl: REDIS_URL }),
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'a', cookieSecret: 'b' },
  },
  admin: { disable: true },
  modules: [
    ...(REDIS_URL ? onRedis : []),
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            resolve: '@medusajs/payment-stripe',
            id: 'stripe',
            options: {
              apiKey: STRIPE_API_KEY,
              webhookSecret: STRIPE_WEBHOOK_SECRET,
              capture: true,
            },
          },
        ],
      },
    },
  ],
});
