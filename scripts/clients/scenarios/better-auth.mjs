import assert from 'node:assert/strict';
import { stripe } from '@better-auth/stripe';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { Stripe } from 'stripe';
import { done, fake, signed, step } from './step.mjs';

const stripeClient = new Stripe(fake.key, {
  host: fake.url.hostname,
  port: fake.url.port,
  protocol: 'http',
  telemetry: false,
});
const stripeWebhookSecret = ['whsec', 'scenario'].join('_');
const warnings = [];
const received = [];
const database = { user: [], session: [], account: [], verification: [] };
const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret of this scenario, of no use elsewhere',
  database: memoryAdapter(database),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  logger: { level: 'warn', log: (_level, message) => warnings.push(message) },
  // As after a verification: only then an existing customer is linked.
  databaseHooks: {
    user: { create: { before: async (user) => ({ data: { ...user, emailVerified: true } }) } },
  },
  plugins: [
    stripe({
      stripeClient,
      stripeWebhookSecret,
      createCustomerOnSignUp: true,
      onEvent: async (event) => received.push(event.type),
    }),
  ],
});
const signUp = async (email) => {
  const { user } = await auth.api.signUpEmail({
    body: { email, name: 'Ana', password: 'correct horse' },
  });
  return database.user.find(({ id }) => id === user.id);
};

await step('create a customer at the sign-up', async () => {
  const { id, stripeCustomerId } = await signUp('ana@example.com');
  const customer = await stripeClient.customers.retrieve(stripeCustomerId);
  assert.equal(customer.email, 'ana@example.com');
  assert.equal(customer.metadata.userId, id);
});

await step('link an existing customer, found by search', async () => {
  const existing = await stripeClient.customers.create({ email: 'Eva@example.com' });
  assert.equal((await signUp('eva@example.com')).stripeCustomerId, existing.id);
});

await step('not link the customer of an organization', async () => {
  const { id } = await stripeClient.customers.create({
    email: 'org@example.com',
    metadata: { customerType: 'organization' },
  });
  assert.notEqual((await signUp('org@example.com')).stripeCustomerId, id);
});

await step('never fall back from the search to a list', () => {
  assert.deepEqual(
    warnings.filter((message) => message.includes('search')),
    [],
  );
});

const post = (payload, signature) =>
  auth.handler(
    new Request('http://127.0.0.1/api/auth/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    }),
  );

await step('take a webhook', async () => {
  const { data } = await stripeClient.events.list({ type: 'customer.created', limit: 1 });
  const { payload, signature } = signed(data[0], stripeWebhookSecret);
  assert.equal((await post(payload, signature)).status, 200);
  assert.deepEqual(received, ['customer.created']);
});

await step('refuse a webhook with a wrong signature', async () => {
  assert.equal((await post('{}', 't=1,v1=0')).status, 400);
});

done();
