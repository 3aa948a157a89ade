import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { describeStripeProcessor } from '../../../../src/contract.js';
import {
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
} from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import { searched } from '../../../../src/domain/search-outcome.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { memoryContract } from '../../../contract/support/memory-contract.js';
import { stripeAccounts } from '../../../contract/support/stripe-accounts.js';
import { type LossyProxy, startLossyProxy } from '../../../support/http/start-lossy-proxy.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { left, right } from './support/outcomes.js';

// A decline counts as done, because it leaves a failed charge; other refusals do nothing.
const done = new Set([200, 402]);

const intentOf = (customer: string, payment_method: string) => ({
  amount: decoded(MinorUnits, 1999),
  currency: 'eur' as const,
  customer: decoded(CustomerId, customer),
  payment_method: decoded(PaymentMethodId, payment_method),
  confirmation_method: 'manual' as const,
  confirm: true,
});

describe('over HTTP without retries, with the responses about payments lost and looked up', () => {
  let server: FakeServer;
  let proxy: LossyProxy;

  before(async () => {
    server = await startFakeServer();
    proxy = await startLossyProxy(server.url, {
      answer: ({ method, url = '', attempt }, status) =>
        method === 'POST' &&
        /^\/v1\/(?:payment_intents|setup_intents|refunds)/.test(url) &&
        attempt % 2 === 1 &&
        done.has(status),
    });
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const account = stripeAccounts(
    () => server,
    () => proxy.url,
    { maxRetries: 0 },
  );

  describeStripeProcessor('the Stripe adapter', account, memoryContract);

  it('a payment and a refund are each done once and returned', async () => {
    const stripe = account();
    const before = proxy.lost().answers;
    const { id: customer } = right(await stripe.createCustomer({})());
    const intent = right(await stripe.createPaymentIntent(intentOf(customer, 'pm_card_visa'))());
    expect(intent).to.include({ status: 'succeeded', amount: 1999 });
    const charge = decoded(ChargeId, intent.latest_charge);
    const refund = right(await stripe.createRefund({ charge, amount: decoded(MinorUnits, 500) })());
    expect(proxy.lost().answers - before, 'lost responses').to.equal(2);
    expect(stripe.controls.events({ type: 'charge.succeeded' }).data).to.have.lengthOf(1);
    const payment_intent = decoded(PaymentIntentId, intent.id);
    const refunds = right(await stripe.listRefunds({ payment_intent, limit: 10 })());
    expect(refunds.data).to.deep.equal([refund]);
  });

  it('a card is saved once and returned', async () => {
    const stripe = account();
    const before = proxy.lost().answers;
    const { id } = right(await stripe.createCustomer({})());
    const customer = decoded(CustomerId, id);
    const payment_method = decoded(PaymentMethodId, 'pm_card_visa');
    const setup = { customer, payment_method, confirm: true };
    expect(right(await stripe.createSetupIntent(setup)())).to.include({ status: 'succeeded' });
    expect(proxy.lost().answers - before, 'lost responses').to.equal(1);
    expect(right(await stripe.listCards({ customer, limit: 10 })()).data).to.have.lengthOf(1);
  });

  it('a decline happens once and is returned', async () => {
    const stripe = account();
    const before = proxy.lost().answers;
    const { id: customer } = right(await stripe.createCustomer({})());
    const declined = intentOf(customer, 'pm_card_visa_chargeDeclinedInsufficientFunds');
    expect(left(await stripe.createPaymentIntent(declined)())).to.deep.include({
      _tag: 'CardError',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    });
    expect(proxy.lost().answers - before, 'lost responses').to.equal(1);
    expect(stripe.controls.events({ type: 'charge.failed' }).data).to.have.lengthOf(1);
  });
});

describe('look-ups of Stripe', () => {
  it('are certain that nothing was created for as long as Stripe keeps the events', async () => {
    const day = 24 * 60 * 60;
    const since = 1_800_000_000;
    let now = since;
    const server = await startFakeServer({ clock: () => now });
    try {
      const stripe = createStripeProcessor({
        secretKey: server.apiKey,
        baseUrl: server.url,
        clock: () => now,
      });
      const { id } = right(await stripe.createCustomer({})());
      const input = intentOf(id, 'pm_card_visa');
      for (const [days, found] of [
        [29, searched.absent],
        [31, searched.uncertain],
      ] as const) {
        now = since + days * day;
        const sent = { idempotencyKey: 'never sent', since };
        const looked = await stripe.lookUps?.createPaymentIntent?.(input, sent)();
        expect(looked).to.deep.equal(E.right(found));
      }
    } finally {
      await server.close();
    }
  });
});
