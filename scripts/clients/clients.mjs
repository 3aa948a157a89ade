const stripeNodeMajors = Array.from({ length: 16 }, (_, at) => at + 8);

/**
 * The clients, in the order of the table. `npm`: the packages to install; `debian`: the packages to unpack. The first one
 * has the version that is shown.
 */
export const clients = [
  ...stripeNodeMajors.map((major) => ({
    name: `stripe-node@${major}`,
    npm: [`stripe@${major}`],
    scenario: 'stripe-node.mjs',
  })),
  {
    name: 'stripe-python',
    debian: [
      'python3-stripe',
      'python3-requests',
      'python3-urllib3',
      'python3-certifi',
      'python3-idna',
      'python3-chardet',
    ],
    scenario: 'stripe-python.py',
  },
  {
    name: 'medusa',
    npm: ['@medusajs/payment-stripe', '@medusajs/framework'],
    scenario: 'medusa.mjs',
  },
  {
    name: 'vendure',
    npm: ['@vendure/payments-plugin', '@vendure/core', 'stripe@13'],
    scenario: 'vendure.mjs',
  },
  {
    name: 'payload',
    npm: ['@payloadcms/plugin-ecommerce', 'stripe'],
    scenario: 'payload.mjs',
  },
  {
    name: 'better-auth',
    npm: ['@better-auth/stripe', 'better-auth', 'better-call', 'stripe@22'],
    scenario: 'better-auth.mjs',
  },
];
