/* oxlint-disable typescript/no-require-imports */
// A small Vendure server: Vendure's defaults, its plugin for Stripe, PostgreSQL. `--prepare` makes the tables and the catalogue and ends.
const {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  JobQueueService,
  LogLevel,
} = require('@vendure/core');
const { StripePlugin } = require('@vendure/payments-plugin/package/stripe');
const { Client } = require('pg');

const prepares = process.argv.includes('--prepare');
const { DATABASE_URL, PORT, STRIPE_API_KEY, STRIPE_WEBHOOK_SECRET } = process.env;
const password = 'superadmin';

const config = {
  apiOptions: {
    port: Number(PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    shopListQueryLimit: 1000,
    adminListQueryLimit: 1000,
  },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password },
    cookieOptions: { secret: 'cookie' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    url: DATABASE_URL,
    synchronize: prepares,
    logging: false,
  },
  // The product costs one cent, and a customer takes 1999 of it.
  orderOptions: { orderItemsLimit: 1_000_000, orderLineItemsLimit: 1_000_000 },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [DefaultJobQueuePlugin, StripePlugin.init({})],
};

/** The keys are in the payment method, which staff fills in once. Each run has other keys. */
const setKeys = async () => {
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const args = [
    { name: 'apiKey', value: STRIPE_API_KEY },
    { name: 'webhookSecret', value: STRIPE_WEBHOOK_SECRET },
  ];
  await client.query('update payment_method set handler = $1 where code = $2', [
    JSON.stringify({ code: 'stripe', args }),
    'stripe',
  ]);
  await client.end();
};

const adminCalls = async (url) => {
  const headers = { 'content-type': 'application/json' };
  const call = async (query, variables) => {
    const response = await fetch(`${url}/admin-api`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    const token = response.headers.get('vendure-auth-token');
    if (token) headers.authorization = `Bearer ${token}`;
    return data;
  };
  await call(
    `mutation ($password: String!) { login(username: "superadmin", password: $password) { __typename } }`,
    { password },
  );
  return call;
};

const name = (text) => [
  { languageCode: 'en', name: text, slug: text.toLowerCase(), description: '' },
];

const fill = async (url) => {
  const call = await adminCalls(url);
  const { createZone: zone } = await call(
    `mutation { createZone(input: { name: "Europe" }) { id } }`,
  );
  const { createCountry: country } = await call(
    `mutation ($input: CreateCountryInput!) { createCountry(input: $input) { id } }`,
    { input: { code: 'ES', enabled: true, translations: [{ languageCode: 'en', name: 'Spain' }] } },
  );
  await call(
    `mutation ($zone: ID!, $country: ID!) { addMembersToZone(zoneId: $zone, memberIds: [$country]) { id } }`,
    {
      zone: zone.id,
      country: country.id,
    },
  );
  const { createTaxCategory: tax } = await call(
    `mutation { createTaxCategory(input: { name: "None", isDefault: true }) { id } }`,
  );
  await call(
    `mutation ($zone: ID!, $tax: ID!) { createTaxRate(input: { name: "None", enabled: true, value: 0, categoryId: $tax, zoneId: $zone }) { id } }`,
    { zone: zone.id, tax: tax.id },
  );
  await call(
    `mutation ($zone: ID!) { updateChannel(input: { id: 1, defaultTaxZoneId: $zone, defaultShippingZoneId: $zone, pricesIncludeTax: true, availableCurrencyCodes: [EUR], defaultCurrencyCode: EUR }) { __typename ... on ErrorResult { message } } }`,
    { zone: zone.id },
  );
  const { createProduct: product } = await call(
    `mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }`,
    { input: { enabled: true, translations: name('Cent') } },
  );
  const { createProductVariants: variants } = await call(
    `mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }`,
    {
      input: [
        {
          productId: product.id,
          sku: 'CENT',
          price: 1,
          taxCategoryId: tax.id,
          trackInventory: 'FALSE',
          translations: [{ languageCode: 'en', name: 'Cent' }],
        },
      ],
    },
  );
  await call(
    `mutation ($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }`,
    {
      input: {
        code: 'free',
        fulfillmentHandler: 'manual-fulfillment',
        checker: {
          code: 'default-shipping-eligibility-checker',
          arguments: [{ name: 'orderMinimum', value: '0' }],
        },
        calculator: {
          code: 'default-shipping-calculator',
          arguments: [
            { name: 'rate', value: '0' },
            { name: 'includesTax', value: 'auto' },
            { name: 'taxRate', value: '0' },
          ],
        },
        translations: [{ languageCode: 'en', name: 'Free', description: '' }],
      },
    },
  );
  await call(
    `mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }`,
    {
      input: {
        code: 'stripe',
        enabled: true,
        handler: {
          code: 'stripe',
          arguments: [
            { name: 'apiKey', value: 'none' },
            { name: 'webhookSecret', value: 'none' },
          ],
        },
        translations: [{ languageCode: 'en', name: 'Stripe', description: '' }],
      },
    },
  );
  return variants[0].id;
};

const main = async () => {
  if (!prepares) await setKeys();
  const app = await bootstrap(config);
  if (!prepares) {
    await app.get(JobQueueService).start();
    return;
  }
  const variant = await fill(`http://127.0.0.1:${app.getHttpServer().address().port}`);
  await app.close();
  process.stdout.write(`VARIANT ${variant}\n`);
  process.exit(0);
};

void main();
