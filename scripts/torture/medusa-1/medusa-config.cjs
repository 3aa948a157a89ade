const { DATABASE_URL, STRIPE_API_KEY, STRIPE_WEBHOOK_SECRET } = process.env;

module.exports = {
  projectConfig: {
    database_type: 'postgres',
    database_url: DATABASE_URL,
    jwt_secret: 'a',
    cookie_secret: 'b',
  },
  plugins: [
    'medusa-fulfillment-manual',
    {
      resolve: 'medusa-payment-stripe',
      options: { api_key: STRIPE_API_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET, capture: true },
    },
  ],
};
