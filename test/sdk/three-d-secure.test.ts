import { expect } from 'chai';
import { Stripe } from 'stripe';
import { browserOfRun } from '../support/browser/browser-of-run.js';
import { useHttpServer } from '../support/http/use-http-server.js';
import { answerChallenge } from './support/answer-challenge.js';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

const challengeOf = ({
  next_action,
  status,
}: Stripe.PaymentIntent | Stripe.SetupIntent): string => {
  const url = next_action?.redirect_to_url?.url;
  if (typeof url !== 'string') throw new Error(`no redirect to a page: the status is ${status}`);
  return url;
};

describe('3D Secure, through the official SDK', () => {
  const shop = useShop();

  const challenged = async (
    params: Partial<Stripe.PaymentIntentCreateParams> = {},
  ): Promise<Stripe.PaymentIntent> => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer('4000002760003184');
    const intent = await stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      customer,
      payment_method: card,
      confirm: true,
      return_url: 'https://shop.example/orders/7?lang=es',
      ...params,
    });
    expect(intent).to.have.nested.include({
      status: 'requires_action',
      latest_charge: null,
      'next_action.type': 'redirect_to_url',
      'next_action.redirect_to_url.return_url': 'https://shop.example/orders/7?lang=es',
    });
    return intent;
  };

  it('the customer approves and comes back, and the payment is done', async () => {
    const intent = await challenged();
    const back = await answerChallenge(challengeOf(intent), 'Autorizar');
    expect(back.href).to.match(/^https:\/\/shop\.example\/orders\/7\?lang=es&/);
    expect(Object.fromEntries(back.searchParams)).to.deep.equal({
      lang: 'es',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    const paid = await shop().stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(paid).to.have.nested.include({
      status: 'succeeded',
      next_action: null,
      'latest_charge.payment_method_details.card.three_d_secure.result': 'authenticated',
    });
  });

  it('a shop with manual confirmation confirms again after the challenge', async () => {
    const { stripe } = shop();
    const intent = await challenged({
      confirmation_method: 'manual',
      allowed_payment_method_types: ['card'],
    });
    const back = await answerChallenge(challengeOf(intent), 'Autorizar');
    const { status } = await stripe.paymentIntents.retrieve(
      back.searchParams.get('payment_intent') ?? '',
    );
    expect(status).to.equal('requires_confirmation');
    expect((await stripe.paymentIntents.confirm(intent.id)).status).to.equal('succeeded');
  });

  it('the customer refuses, and the payment needs another card', async () => {
    const { stripe } = shop();
    const intent = await challenged();
    const back = await answerChallenge(challengeOf(intent), 'Rechazar');
    expect(back.searchParams.get('redirect_status')).to.equal('failed');
    const refused = await stripe.paymentIntents.retrieve(intent.id);
    expect(refused).to.have.nested.include({
      status: 'requires_payment_method',
      'last_payment_error.code': 'payment_intent_authentication_failure',
    });
  });

  for (const [button, redirect_status, status] of [
    ['Autorizar', 'succeeded', 'succeeded'],
    ['Rechazar', 'failed', 'requires_payment_method'],
  ] as const) {
    it(`a setup intent: ${button}`, async () => {
      const { stripe } = shop();
      const intent = await stripe.setupIntents.create({
        customer: (await stripe.customers.create()).id,
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
        return_url: 'https://shop.example/cards?lang=es',
      });
      const back = await answerChallenge(challengeOf(intent), button);
      expect(Object.fromEntries(back.searchParams)).to.deep.equal({
        lang: 'es',
        setup_intent: intent.id,
        setup_intent_client_secret: intent.client_secret,
        redirect_status,
      });
      expect((await stripe.setupIntents.retrieve(intent.id)).status).to.equal(status);
    });
  }

  it('an off-session payment that needs a challenge is declined', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer('4000002760003184');
    const declined = await refusedWith(
      Stripe.errors.StripeCardError,
      stripe.paymentIntents.create({
        amount: 1999,
        currency: 'eur',
        customer,
        payment_method: card,
        confirm: true,
        off_session: true,
      }),
    );
    expect(declined).to.include({ statusCode: 402, code: 'authentication_required' });
    expect(declined.payment_intent?.status).to.equal('requires_payment_method');
  });

  describe('in a browser', () => {
    const shopUrl = useHttpServer((_request, response) => response.end('la tienda'));

    it('a customer approves on the page and returns to the shop', async () => {
      const { stripe, server, buyer } = shop();
      const { customer, card } = await buyer('4000002760003184');
      const return_url = `${shopUrl()}/orders/7`;
      const intent = await stripe.paymentIntents.create({
        amount: 1999,
        currency: 'usd',
        customer,
        payment_method: card,
        confirm: true,
        return_url,
      });
      const url = challengeOf(intent);
      expect(url.startsWith(`${server.url}/`)).to.equal(true);
      const page = await (await browserOfRun()).newPage({ locale: 'es-ES' });
      const complaints: Array<string> = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(url);
      expect(await page.textContent('main')).to.match(/19,99\sUS\$/);
      await page.getByRole('button', { name: 'Autorizar' }).click();
      await page.waitForURL(`${return_url}?**`);
      expect(new URL(page.url()).searchParams.get('payment_intent')).to.equal(intent.id);
      expect(complaints).to.deep.equal([]);
      await page.close();
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).to.equal('succeeded');
    });
  });
});
