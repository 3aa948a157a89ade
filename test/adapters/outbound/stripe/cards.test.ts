import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { CardId, CustomerId, TokenId } from '../../../../src/domain/ids.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { createStripeProcessor, type StripeProcessorOptions } from '../../../../src/stripe.js';
import { type LossyProxy, startLossyProxy } from '../../../support/http/start-lossy-proxy.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { at } from '../../../support/json/at.js';
import { left, right } from './support/outcomes.js';
import { ok, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

const customer = decoded(CustomerId, 'cus_1');
const source = decoded(TokenId, 'tok_1');
const pm = decoded(CardId, 'pm_1');
const inDoubtSince = 1_700_000_000;

const detached = { ...wire.paymentMethod, customer: null };
const invalid = refuse(404, { message: 'Invalid request', param: 'customer' });
const deleted = E.right({ id: 'pm_1', object: 'card', deleted: true });

const endOfLife =
  'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API.';

const asPaymentMethods = { cards: 'payment_methods', maxRetries: 0 } as const;

describe('cards stored as payment methods', () => {
  const stripe = useScriptedStripe();
  const keys = () => stripe.seen().map(({ headers }) => headers['idempotency-key']);

  it('are created from the token and attached, in two requests with different keys', async () => {
    const script = [ok(detached), ok(wire.paymentMethod)];
    const processor = stripe.processor(script, asPaymentMethods);
    const answer = await processor.createCard(
      { customer, source },
      { idempotencyKey: 'order 42' },
    )();
    expect(answer).to.deep.equal(E.right(wire.paymentMethodAsCard));
    expect(stripe.lines()).to.deep.equal([
      'POST /v1/payment_methods',
      'POST /v1/payment_methods/pm_1/attach',
    ]);
    expect(stripe.seen().map(({ form }) => form)).to.deep.equal([
      { type: 'card', 'card[token]': 'tok_1' },
      { customer: 'cus_1' },
    ]);
    expect(keys()).to.deep.equal(['order 42', 'order 42/2']);
  });

  it('are created twice when the call runs twice without a key', async () => {
    const script = [ok(detached), ok(wire.paymentMethod), ok(detached), ok(wire.paymentMethod)];
    const task = stripe.processor(script, asPaymentMethods).createCard({ customer, source });
    expect(stripe.seen(), 'nothing before the task runs').to.deep.equal([]);
    await task();
    await task();
    expect(new Set(keys()).size).to.equal(4);
  });

  it('accept the longest key that Stripe accepts', async () => {
    const idempotencyKey = 'k'.repeat(255);
    const script = [ok(detached), ok(wire.paymentMethod)];
    const processor = stripe.processor(script, asPaymentMethods);
    await processor.createCard({ customer, source }, { idempotencyKey })();
    const [first, second] = keys();
    expect(first).to.equal(idempotencyKey);
    expect(second).to.match(/^[0-9a-f]{64}$/);
  });

  it('are in doubt when the second request was not sent, because the token is used', async () => {
    const script = [ok(detached, { connection: 'close' }), 'reset_and_close'] as const;
    const processor = stripe.processor(script, asPaymentMethods);
    const error = left(await processor.createCard({ customer, source })());
    expect(error).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it('are refused as Stripe refuses them', async () => {
    const noCustomer = refuse(400, {
      code: 'resource_missing',
      message: "No such customer: 'cus_1'",
      param: 'customer',
    });
    const processor = stripe.processor([ok(detached), noCustomer], asPaymentMethods);
    expect(left(await processor.createCard({ customer, source })())).to.deep.include({
      _tag: 'ProcessorRefused',
      status: 400,
      code: 'resource_missing',
    });
  });

  for (const [mode, requestFormat, lines] of [
    [
      'sources',
      'payment_methods',
      ['POST /v1/payment_methods', 'POST /v1/payment_methods/pm_1/attach'],
    ],
    ['payment_methods', 'sources', ['POST /v1/customers/cus_1/sources']],
  ] as const) {
    it(`are repeated as ${requestFormat} if the first call was, with the mode ${mode} now`, async () => {
      const script =
        requestFormat === 'sources' ? [ok(wire.card)] : [ok(detached), ok(wire.paymentMethod)];
      const processor = stripe.processor(script, { cards: mode });
      const options = {
        idempotencyKey: 'k',
        inDoubtSince,
        requestFormat: `stripe version=2026-08-26.dahlia types=payment_method_types cards=${requestFormat}`,
      };
      right(await processor.createCard({ customer, source }, options)());
      expect(stripe.lines()).to.deep.equal(lines);
    });
  }

  it('are sources when Pasarela 0.1 made the first call', async () => {
    const processor = stripe.processor([ok(wire.card)], asPaymentMethods);
    await processor.createCard({ customer, source }, { idempotencyKey: 'k', inDoubtSince })();
    expect(stripe.lines()).to.deep.equal(['POST /v1/customers/cus_1/sources']);
    expect(stripe.seen()[0]?.headers['stripe-version']).to.equal('2026-10-28.endive');
  });

  it('become the default payment method or the default source', async () => {
    const processor = stripe.processor([ok(wire.customer)]);
    await processor.updateCustomer({ customer, default_source: pm, name: 'Ada' })();
    await processor.updateCustomer({ customer, default_source: decoded(CardId, 'card_1') })();
    expect(stripe.seen().map(({ form }) => form)).to.deep.equal([
      { name: 'Ada', 'invoice_settings[default_payment_method]': 'pm_1' },
      { default_source: 'card_1' },
    ]);
  });

  it('are detached from their customer', async () => {
    const processor = stripe.processor([ok(wire.paymentMethod), ok(detached)]);
    const answer = await processor.deleteCard({ customer, card: pm }, { idempotencyKey: 'k' })();
    expect(answer).to.deep.equal(deleted);
    expect(stripe.lines()).to.deep.equal([
      'GET /v1/customers/cus_1/payment_methods/pm_1',
      'POST /v1/payment_methods/pm_1/detach',
    ]);
    expect(keys()).to.deep.equal([undefined, 'k']);
  });

  it('of another customer are not found, and not detached', async () => {
    const processor = stripe.processor([invalid]);
    expect(left(await processor.deleteCard({ customer, card: pm })())).to.deep.equal({
      _tag: 'ProcessorRefused',
      status: 404,
      message: "No such PaymentMethod: 'pm_1'",
      code: 'resource_missing',
      param: 'customer',
    });
    expect(stripe.seen()).to.have.lengthOf(1);
  });

  it('are reported as removed when the response is lost', async () => {
    const script = [ok(wire.paymentMethod), 'reset', ok(detached)] as const;
    const processor = stripe.processor(script, { maxRetries: 0 });
    expect(await processor.deleteCard({ customer, card: pm })()).to.deep.equal(deleted);
    expect(stripe.lines().at(-1)).to.equal('GET /v1/payment_methods/pm_1');
  });

  it('are in doubt while they are still attached', async () => {
    const script = [ok(wire.paymentMethod), 'reset', ok(wire.paymentMethod)] as const;
    const processor = stripe.processor(script, { maxRetries: 0 });
    expect(left(await processor.deleteCard({ customer, card: pm })())).to.deep.include({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
    });
  });

  for (const [what, reply, isRemoved] of [
    ['have no customer', ok(detached), true],
    ['belong to another', ok({ ...detached, customer: 'cus_2' }), false],
    ['never were', refuse(404, { code: 'resource_missing' }), false],
  ] as const) {
    it(`in doubt, and not their customer's, are ${isRemoved ? 'removed' : 'not found'} when they ${what}`, async () => {
      const processor = stripe.processor([invalid, reply]);
      const answer = await processor.deleteCard({ customer, card: pm }, { inDoubtSince })();
      if (isRemoved) expect(answer).to.deep.equal(deleted);
      else expect(left(answer)).to.deep.include({ _tag: 'ProcessorRefused', status: 404 });
    });
  }

  it('in doubt, are looked up again while the look-up fails', async () => {
    const processor = stripe.processor([invalid, 'reset', ok(detached)]);
    const answer = await processor.deleteCard({ customer, card: pm }, { inDoubtSince })();
    expect(answer).to.deep.equal(deleted);
  });

  it('in doubt, stay unknown when the look-up fails', async () => {
    const processor = stripe.processor([invalid, 'reset'], { maxRetries: 0 });
    const answer = await processor.deleteCard({ customer, card: pm }, { inDoubtSince })();
    expect(left(answer)).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it('in doubt, stay unknown when no response comes', async () => {
    const processor = stripe.processor(['reset_and_close'], { maxRetries: 0 });
    await stripe.close();
    const answer = await processor.deleteCard({ customer, card: pm }, { inDoubtSince })();
    expect(left(answer)).to.deep.include({ _tag: 'ProcessorUnavailable', outcome: 'unknown' });
  });

  it('are listed with sources as Stripe shows them, without other payment methods', async () => {
    const asMethod = (id: string) => ({ ...wire.paymentMethod, id });
    const script = [
      ok(wire.list(asMethod('pm_1'), asMethod('card_1'), asMethod('src_1'), asMethod('card_9'))),
      ok(wire.list(wire.card)),
    ];
    const cards = right(await stripe.processor(script).listCards({ customer, limit: 10 })());
    expect(cards.data).to.deep.equal([
      wire.paymentMethodAsCard,
      wire.card,
      { ...wire.paymentMethodAsCard, id: 'card_9' },
    ]);
    expect(stripe.seen().map(({ form }) => form)).to.deep.equal([
      { type: 'card', limit: '10' },
      { object: 'card', limit: '100' },
    ]);
  });

  for (const [brand, name] of [
    ['visa', 'Visa'],
    ['mastercard', 'MasterCard'],
    ['amex', 'American Express'],
    ['discover', 'Discover'],
    ['diners', 'Diners Club'],
    ['jcb', 'JCB'],
    ['unionpay', 'UnionPay'],
    ['cartes_bancaires', 'Cartes Bancaires'],
    ['eftpos_au', 'Eftpos Australia'],
    ['unknown', 'Unknown'],
    ['newcomer', 'newcomer'],
  ] as const) {
    it(`have the brand ${name} for Stripe's ${brand}`, async () => {
      const card = { ...wire.paymentMethod.card, brand };
      const script = [ok(wire.list({ ...wire.paymentMethod, card }))];
      const cards = right(await stripe.processor(script).listCards({ customer, limit: 10 })());
      expect(cards.data[0]?.brand).to.equal(name);
    });
  }

  it('are advised when the account does not accept card tokens', async () => {
    const processor = stripe.processor([refuse(400, { message: endOfLife })]);
    const error = left(await processor.createCard({ customer, source })());
    expect(error).to.deep.include({ _tag: 'ProcessorRefused', status: 400, code: null });
    expect(error).to.have.property('message', endOfLife);
    expect(error).to.have.property('advice', 'keep_payment_methods');
  });
});

describe('sources and payment methods, over HTTP', () => {
  let server: FakeServer;
  let proxy: LossyProxy;

  before(async () => {
    server = await startFakeServer();
    proxy = await startLossyProxy(server.url, {
      answer: ({ attempt }, status) => attempt % 2 === 1 && status === 200,
    });
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const processorAt = (baseUrl: string, options: Partial<StripeProcessorOptions>) =>
    createStripeProcessor({
      secretKey: server.apiKey,
      baseUrl,
      retryDelayMs: 0,
      ...options,
    });
  const tok = (id: string) => decoded(TokenId, id);

  const shop = async () => {
    const asSources = processorAt(server.url, { cards: 'sources' });
    const asMethods = processorAt(server.url, { cards: 'payment_methods' });
    const { id } = right(await asSources.createCustomer({})());
    return { asSources, asMethods, customer: decoded(CustomerId, id) };
  };

  it('are listed once each, newest first, made the default and removed in both modes', async () => {
    const { asSources, asMethods, customer: owner } = await shop();
    const keep = async (processor: typeof asSources, token: string) =>
      right(await processor.createCard({ customer: owner, source: tok(token) })());
    const first = await keep(asSources, 'tok_visa');
    const second = await keep(asMethods, 'tok_mastercard');
    const third = await keep(asSources, 'tok_amex');
    for (const processor of [asSources, asMethods]) {
      const all = right(await processor.listCards({ customer: owner, limit: 10 })());
      expect(all.data).to.deep.equal([third, second, first]);
      const some = right(await processor.listCards({ customer: owner, limit: 2 })());
      expect([some.data, some.has_more]).to.deep.equal([[third, second], true]);

      const defaults = async (card: string) => {
        const updated = right(
          await processor.updateCustomer({
            customer: owner,
            default_source: decoded(CardId, card),
          })(),
        );
        return [updated.default_source, at(updated, 'invoice_settings.default_payment_method')];
      };
      expect(await defaults(second.id)).to.deep.equal([first.id, second.id]);
    }
    const remove = (processor: typeof asSources, card: string) =>
      processor.deleteCard({ customer: owner, card: decoded(CardId, card) })();
    expect(right(await remove(asSources, second.id))).to.include({ id: second.id, deleted: true });
    expect(right(await remove(asMethods, third.id))).to.include({ id: third.id, deleted: true });
    const rest = right(await asMethods.listCards({ customer: owner, limit: 10 })());
    expect(rest.data).to.deep.equal([first]);
  });

  it('of another customer are not removed', async () => {
    const { asMethods, customer: owner } = await shop();
    const other = decoded(CustomerId, right(await asMethods.createCustomer({})()).id);
    const { id } = right(
      await asMethods.createCard({ customer: owner, source: tok('tok_visa') })(),
    );
    const answer = await asMethods.deleteCard({ customer: other, card: decoded(CardId, id) })();
    expect(left(answer)).to.deep.include({ status: 404, code: 'resource_missing' });
    const list = right(await asMethods.listCards({ customer: owner, limit: 10 })());
    expect(list.data.map((card) => card.id)).to.deep.equal([id]);
  });

  // The proxy loses the response to every odd repetition of the same request.
  for (const [maxRetries, unknown, lost] of [
    [0, 3, 3],
    [2, 0, 2],
  ] as const) {
    it(`are stored once when responses between the two requests are lost, with ${maxRetries} retries`, async () => {
      const { asMethods, customer: owner } = await shop();
      const unsure = processorAt(proxy.url, { cards: 'payment_methods', maxRetries });
      const token = right(
        await asMethods.createCardToken({
          number: '4242424242424242',
          exp_month: 12,
          exp_year: 2040,
          cvc: '314',
        })(),
      );
      const before = proxy.lost().answers;
      const create = unsure.createCard(
        { customer: owner, source: tok(token.id) },
        { idempotencyKey: `keep ${maxRetries}` },
      );
      for (let tries = 0; tries < unknown; tries += 1) {
        expect(left(await create())).to.deep.include({ outcome: 'unknown' });
      }
      const { id } = right(await create());
      expect(proxy.lost().answers - before, 'lost responses').to.equal(lost);
      const list = right(await asMethods.listCards({ customer: owner, limit: 10 })());
      expect(list.data.map((card) => card.id)).to.deep.equal([id]);
    });
  }
});
