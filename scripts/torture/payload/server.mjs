// A small Payload server: its plugin for shops with its adapter for Stripe, PostgreSQL, and no pages: the endpoints alone.
// `--prepare` makes the tables, the product and the staff, and ends.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { EUR, ecommercePlugin } from '@payloadcms/plugin-ecommerce';
import { stripeAdapter } from '@payloadcms/plugin-ecommerce/payments/stripe';
import { buildConfig, getPayload, handleEndpoints } from 'payload';

const prepares = process.argv.includes('--prepare');
const { DATABASE_URL, PORT, STRIPE_API_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } =
  process.env;
const staff = { email: 'staff@shop.example', password: 'staff' };

const isStaff = ({ req }) => req.user?.collection === 'users';

const config = await buildConfig({
  secret: 'secret',
  telemetry: false,
  db: postgresAdapter({ pool: { connectionString: DATABASE_URL }, push: prepares }),
  collections: [{ slug: 'users', auth: true, fields: [] }],
  plugins: [
    ecommercePlugin({
      access: {
        adminOnlyFieldAccess: isStaff,
        adminOrPublishedStatus: () => true,
        customerOnlyFieldAccess: () => false,
        isAdmin: isStaff,
        isCustomer: () => false,
        isDocumentOwner: () => false,
      },
      customers: { slug: 'users' },
      currencies: { defaultCurrency: 'EUR', supportedCurrencies: [EUR] },
      products: { variants: false },
      payments: {
        paymentMethods: [
          stripeAdapter({
            secretKey: STRIPE_API_KEY,
            publishableKey: STRIPE_PUBLISHABLE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
          }),
        ],
      },
    }),
  ],
});

const payload = await getPayload({ config });

if (prepares) {
  await payload.create({ collection: 'users', data: staff });
  // It costs one cent, and a customer takes 1999 of it, so that each order has a total of its own.
  const product = await payload.create({
    collection: 'products',
    data: {
      priceInEUREnabled: true,
      priceInEUR: 1,
      inventory: 1_000_000_000,
      _status: 'published',
    },
  });
  console.log(`PRODUCT ${product.id}`);
  process.exit(0);
}

const answer = async (request, response) => {
  const { method, headers, url } = request;
  if (url === '/health') {
    response.end('ok');
    return;
  }
  const body = method === 'GET' ? {} : { body: await text(request) };
  const own = new Request(`http://127.0.0.1:${PORT}${url}`, { method, headers, ...body });
  const answered = await handleEndpoints({ config, request: own });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
};

createServer((request, response) => {
  answer(request, response).catch((/** @type {unknown} */ error) => {
    console.error(error);
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{}');
  });
}).listen(Number(PORT), '127.0.0.1');
