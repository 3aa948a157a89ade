import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { keyOf, type Send, useWire } from '../support/use-wire.js';

describe('a publishable key', () => {
  const wire = useWire();
  const browser =
    (name: string): Send =>
    (method, path, request = {}) =>
      wire().send(method, path, {
        ...request,
        headers: { authorization: `Bearer ${keyOf(name, 'pk')}` },
      });
  const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040';

  it('creates card tokens, payment methods and confirmation tokens', async () => {
    const token = await browser('shop')('POST', '/v1/tokens', { form: card });
    const method = await browser('shop')('POST', '/v1/payment_methods', {
      form: `type=card&${card}`,
    });
    const confirmation = await browser('shop')('POST', '/v1/confirmation_tokens', {
      form: `payment_method_data[type]=card&${card.replaceAll('card[', 'payment_method_data[card][')}`,
    });
    expect([token.status, method.status, confirmation.status]).to.deep.equal([200, 200, 200]);
    const found = await wire().as('shop')('GET', `/v1/tokens/${String(at(token.body, 'id'))}`);
    expect(found.status).to.equal(200);
  });

  it('is refused for all other operations', async () => {
    for (const [method, path] of [
      ['GET', '/v1/customers'],
      ['POST', '/v1/customers'],
      ['POST', '/v1/payment_intents'],
      ['POST', '/v1/setup_intents'],
      ['GET', '/v1/setup_attempts'],
      ['POST', '/v1/test_helpers/confirmation_tokens'],
      ['DELETE', '/v1/customers/cus_x'],
    ] as const) {
      const refused = await browser('shop')(method, path);
      expect([refused.status, refused.body]).to.deep.equal([
        401,
        {
          error: {
            type: 'invalid_request_error',
            message:
              'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
            code: 'secret_key_required',
            doc_url: 'https://stripe.com/docs/error-codes/secret-key-required',
          },
        },
      ]);
    }
  });

  for (const [kind, form] of [
    ['payment_intents', 'amount=1999&currency=eur&'],
    ['setup_intents', ''],
  ] as const) {
    it(`retrieves and confirms one of the ${kind} with its client secret`, async () => {
      const { body } = await wire().as('shop')('POST', `/v1/${kind}`, {
        form: `${form}payment_method=pm_card_visa&allowed_payment_method_types[]=card`,
      });
      const path = `/v1/${kind}/${String(at(body, 'id'))}`;
      const without = await browser('shop')('GET', path);
      expect([without.status, at(without.body, 'error.message')]).to.deep.equal([
        400,
        'Missing required param: client_secret.',
      ]);
      expect(at(without.body, 'error.param')).to.equal('client_secret');
      const secret = `client_secret=${String(at(body, 'client_secret'))}`;
      const found = await browser('shop')('GET', `${path}?${secret}`);
      expect([found.status, at(found.body, 'status')]).to.deep.equal([
        200,
        'requires_confirmation',
      ]);
      const wrong = await browser('shop')('GET', `${path}?client_secret=pi_x_secret_y`);
      expect(wrong.status).to.equal(400);
      const paid = await browser('shop')('POST', `${path}/confirm`, { form: secret });
      expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
    });
  }

  it('does not confirm a payment intent of manual confirmation, which only the secret key does', async () => {
    const { body } = await wire().as('shop')('POST', '/v1/payment_intents', {
      form: 'amount=1999&currency=eur&confirmation_method=manual&allowed_payment_method_types[]=card',
    });
    const id = String(at(body, 'id'));
    const path = `/v1/payment_intents/${id}/confirm`;
    const form = `payment_method=pm_card_visa&client_secret=${String(at(body, 'client_secret'))}`;
    const refused = await browser('shop')('POST', path, { form });
    // https://github.com/stripe/stripe-php/issues/1109
    expect([refused.status, at(refused.body, 'error.message')]).to.deep.equal([
      400,
      `This PaymentIntent ${id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
    ]);
    const wrong = await browser('shop')('POST', path, { form: 'client_secret=pi_x_secret_y' });
    expect(at(wrong.body, 'error.param')).to.equal('client_secret');
    const paid = await wire().as('shop')('POST', path, { form });
    expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
  });
});

describe('an account that may not send card numbers', () => {
  const wire = useWire({ rawCardNumbers: false });

  it('refuses card numbers in any parameter, and accepts tokens', async () => {
    const send = wire().as('shop');
    const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040';
    const nested = card.replaceAll('card[', 'payment_method_data[card][');
    for (const [path, form] of [
      ['/v1/tokens', card],
      ['/v1/payment_methods', `type=card&${card}`],
      ['/v1/payment_intents', `amount=1999&currency=eur&payment_method_data[type]=card&${nested}`],
    ] as const) {
      const refused = await send('POST', path, { form });
      expect(refused.status, path).to.equal(402);
      expect(at(refused.body, 'error.type')).to.equal('invalid_request_error');
      expect(at(refused.body, 'error.message')).to.match(
        /^Sending credit card numbers directly to the Stripe API is generally unsafe\./,
      );
      expect(refused.text).not.to.include('4242424242424242');
    }
    const noted = await send('POST', '/v1/customers', {
      form: 'source=tok_visa&metadata[number]=7',
    });
    expect([noted.status, at(noted.body, 'metadata')]).to.deep.equal([200, { number: '7' }]);
  });

  it('refuses them from the pages of shops too, but not from the frames of this server', async () => {
    const form = `card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&key=${keyOf('shop', 'pk')}`;
    for (const [site, status] of [
      ['cross-site', 402],
      ['none', 402],
      ['same-origin', 200],
    ] as const) {
      const answer = await wire().send('POST', '/v1/tokens', {
        form,
        headers: { 'sec-fetch-site': site },
      });
      expect(answer.status, site).to.equal(status);
    }
    const secret = await wire().as('shop')('POST', '/v1/tokens', {
      form: form.replace(/&key=.*/, ''),
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(secret.status).to.equal(402);
  });
});

describe('an account that refuses card tokens as sources', () => {
  const wire = useWire({ cardTokens: false });
  const message =
    'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies';

  it('refuses them for customers and charges, like Stripe', async () => {
    const send = wire().as('shop');
    const { body } = await send('POST', '/v1/customers');
    const customer = `/v1/customers/${String(at(body, 'id'))}`;
    const card =
      'source[object]=card&source[number]=4242424242424242&source[exp_month]=12&source[exp_year]=2040';
    for (const [path, form] of [
      [`${customer}/sources`, 'source=tok_visa'],
      [`${customer}/cards`, 'source=tok_visa'],
      [`${customer}/sources`, card],
      [customer, 'source=tok_visa'],
      ['/v1/customers', 'source=tok_visa'],
      ['/v1/charges', 'amount=1400&currency=usd&source=tok_visa'],
      ['/v1/charges', `amount=1400&currency=usd&${card}`],
    ] as const) {
      const refused = await send('POST', path, { form });
      expect(refused.status, path).to.equal(400);
      expect(at(refused.body, 'error'), path).to.include({
        type: 'invalid_request_error',
        message,
      });
      expect(at(refused.body, 'error')).not.to.have.any.keys('code', 'param');
    }
    const { body: customers } = await send('GET', '/v1/customers');
    expect(at(customers, 'data.length'), 'nothing was made').to.equal(1);
  });

  it('accepts them for payment methods, which pay', async () => {
    const send = wire().as('methods');
    const { body: customer } = await send('POST', '/v1/customers');
    const { body: method } = await send('POST', '/v1/payment_methods', {
      form: 'type=card&card[token]=tok_visa',
    });
    const id = String(at(method, 'id'));
    const owner = `customer=${String(at(customer, 'id'))}`;
    const attached = await send('POST', `/v1/payment_methods/${id}/attach`, { form: owner });
    expect([attached.status, at(attached.body, 'customer')]).to.deep.equal([
      200,
      at(customer, 'id'),
    ]);
    const paid = await send('POST', '/v1/payment_intents', {
      form: `amount=1999&currency=eur&confirm=true&return_url=https://shop.example&payment_method=${id}&${owner}`,
    });
    expect([paid.status, at(paid.body, 'status')]).to.deep.equal([200, 'succeeded']);
  });
});
