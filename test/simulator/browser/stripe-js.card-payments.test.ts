import { expect } from 'chai';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { at, textAt } from '../../support/json/at.js';
import { answerChallenge, fillCard, useShop } from './stripe-js/support/use-shop.js';

const card = `
  const card = stripe.elements().create('card');
  card.mount('#element');
`;
const automatic = 'amount=1999&currency=eur&automatic_payment_methods[enabled]=true';
const cardOnly = 'amount=1999&currency=eur&payment_method_types[]=card';

describe('card payments with the stand-in for Stripe.js', () => {
  const shop = useShop();

  const newIntent = async (form = automatic) => {
    const { body } = await shop().api('POST', '/v1/payment_intents', form);
    return { id: textAt(body, 'id'), secret: textAt(body, 'client_secret') };
  };
  const statusOf = async (id: string) =>
    at((await shop().api('GET', `/v1/payment_intents/${id}`)).body, 'status');

  const payWith = async (number: string, more = '') => {
    const intent = await newIntent();
    const opened = await shop().open(card);
    await fillCard(opened.page, number);
    const paid = opened.run(
      `stripe.confirmCardPayment('${intent.secret}', { payment_method: { card, billing_details: { name: 'Ana' } }, receipt_email: 'ana@example.com' }${more})`,
    );
    return { ...opened, ...intent, paid };
  };

  it('pays with a card', async () => {
    const { paid, id } = await payWith('4242424242424242');
    expect(at(await paid, 'paymentIntent')).to.include({
      id,
      status: 'succeeded',
      receipt_email: 'ana@example.com',
    });
    expect(await statusOf(id)).to.equal('succeeded');
    const { body } = await shop().api('GET', `/v1/payment_intents/${id}?expand[]=payment_method`);
    expect(at(body, 'payment_method.billing_details')).to.deep.include({ name: 'Ana' });
    expect(at(body, 'payment_method.billing_details.address.postal_code')).to.equal('28013');
  });

  it('keeps nobody out of the fields, with and without mistakes', async () => {
    const { page } = await shop().open(`
      const elements = stripe.elements({ mode: 'payment', amount: 1999, currency: 'eur' });
      elements.create('payment').mount('#element');
    `);
    const number = page.frameLocator('iframe').getByLabel('Card number');
    await number.fill('4242424242424241');
    await number.blur();
    const fields = page.frames().filter((frame) => frame !== page.mainFrame());
    const problems = await accessibilityProblems(page, 'serious');
    expect(fields).not.to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('gives the error of a declined card, with the intent, which can be paid again', async () => {
    const { paid, id, secret, page, run } = await payWith('4000000000009995');
    const { error } = Object(await paid);
    expect(error).to.include({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    expect(at(error, 'payment_intent.status')).to.equal('requires_payment_method');
    await run('card.clear()');
    await fillCard(page, '4242424242424242');
    const again = await run(`stripe.confirmCardPayment('${secret}', { payment_method: { card } })`);
    expect(at(again, 'paymentIntent.status')).to.equal('succeeded');
    expect(await statusOf(id)).to.equal('succeeded');
  });

  it('asks for 3D Secure in a frame, and pays when the customer authorizes', async () => {
    const { page, paid, id } = await payWith('4000002760003184');
    await answerChallenge(page, 'authorize');
    expect(at(await paid, 'paymentIntent')).to.include({ id, status: 'succeeded' });
    expect(await page.locator('[role=dialog]').count()).to.equal(0);
  });

  it('gives an error when the customer fails 3D Secure', async () => {
    const { page, paid, id } = await payWith('4000002760003184');
    await answerChallenge(page, 'fail');
    const { error } = Object(await paid);
    expect(error).to.include({
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
    expect(at(error, 'payment_intent')).to.include({ id, status: 'requires_payment_method' });
  });

  it('gives the decline of a card whose owner authorized', async () => {
    const { page, paid } = await payWith('4000008260003178');
    await answerChallenge(page, 'authorize');
    expect(at(await paid, 'error')).to.include({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
    });
  });

  it('leaves 3D Secure to the shop, which takes it later', async () => {
    const { page, paid, secret, run } = await payWith(
      '4000002760003184',
      ', { handleActions: false }',
    );
    expect(at(await paid, 'paymentIntent.status')).to.equal('requires_action');
    const asked = run(`stripe.handleNextAction({ clientSecret: '${secret}' })`);
    await answerChallenge(page, 'authorize');
    expect(at(await asked, 'paymentIntent.status')).to.equal('succeeded');
    const message = await run(
      `stripe.handleNextAction({ clientSecret: '${secret}' }).catch((error) => error.message)`,
    );
    expect(message).to.equal(
      'stripe.handleNextAction: The PaymentIntent supplied is not in the requires_action state.',
    );
  });

  it('gives the shop the page of the bank, if it handles 3D Secure itself and has a return_url', async () => {
    const { secret } = await newIntent();
    const { run } = await shop().open('');
    const result = await run(
      `stripe.confirmCardPayment('${secret}', { payment_method: 'pm_card_authenticationRequired', return_url: 'http://localhost:1/back' }, { handleActions: false })`,
    );
    expect(at(result, 'paymentIntent.next_action.type')).to.equal('redirect_to_url');
  });

  it('authenticates a payment that the server confirms again', async () => {
    const { id, secret } = await newIntent(
      `${cardOnly}&confirmation_method=manual&confirm=true&payment_method=pm_card_authenticationRequired&use_stripe_sdk=true`,
    );
    const { page, run } = await shop().open('');
    const asked = run(`stripe.handleCardAction('${secret}')`);
    await answerChallenge(page, 'authorize');
    expect(at(await asked, 'paymentIntent.status')).to.equal('requires_confirmation');
    await shop().api('POST', `/v1/payment_intents/${id}/confirm`);
    expect(await statusOf(id)).to.equal('succeeded');
  });

  it('follows the redirect of an intent that the server confirmed with a return_url', async () => {
    const { secret } = await newIntent(
      `${cardOnly}&confirm=true&payment_method=pm_card_authenticationRequired&return_url=http://localhost:1/back`,
    );
    const { page, run } = await shop().open('');
    await run(`void stripe.handleNextAction({ clientSecret: '${secret}' })`);
    await page.waitForURL(`${shop().server.url}/_processor/challenges/**`);
  });

  it('pays with a payment method, a token, or the method that the intent has', async () => {
    const { run } = await shop().open('');
    for (const method of ["'pm_card_visa'", "{ card: { token: 'tok_mastercard' } }"]) {
      const { secret } = await newIntent();
      const paid = await run(
        `stripe.confirmCardPayment('${secret}', { payment_method: ${method} })`,
      );
      expect(at(paid, 'paymentIntent.status'), method).to.equal('succeeded');
    }
    const { secret } = await newIntent(`${automatic}&payment_method=pm_card_visa`);
    const paid = await run(`stripe.confirmCardPayment('${secret}')`);
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
  });

  it('saves a card with 3D Secure, and the shop charges it without the customer', async () => {
    const { body: customer } = await shop().api('POST', '/v1/customers', 'name=Ana');
    const { body: setup } = await shop().api(
      'POST',
      '/v1/setup_intents',
      `customer=${textAt(customer, 'id')}&usage=off_session&automatic_payment_methods[enabled]=true`,
    );
    const { page, run } = await shop().open(card);
    await fillCard(page, '4000002500003155');
    const saved = run(
      `stripe.confirmCardSetup('${textAt(setup, 'client_secret')}', { payment_method: { card } })`,
    );
    await answerChallenge(page, 'authorize');
    expect(at(await saved, 'setupIntent.status')).to.equal('succeeded');
    const found = await run(`stripe.retrieveSetupIntent('${textAt(setup, 'client_secret')}')`);
    const { body: paid } = await shop().api(
      'POST',
      '/v1/payment_intents',
      `amount=500&currency=eur&customer=${textAt(customer, 'id')}&payment_method=${textAt(found, 'setupIntent.payment_method')}&off_session=true&confirm=true`,
    );
    expect(at(paid, 'status')).to.equal('succeeded');
  });

  it('gives an error when the customer fails 3D Secure for a card to save', async () => {
    const { body: setup } = await shop().api('POST', '/v1/setup_intents', 'usage=off_session');
    const { page, run } = await shop().open(card);
    await fillCard(page, '4000002500003155');
    const saved = run(
      `stripe.confirmCardSetup('${textAt(setup, 'client_secret')}', { payment_method: { card } })`,
    );
    await answerChallenge(page, 'fail');
    expect(at(await saved, 'error')).to.include({
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  });

  it('retrieves an intent, and gives the error for one that does not exist', async () => {
    const { id, secret } = await newIntent();
    const { run } = await shop().open('');
    const found = await run(`stripe.retrievePaymentIntent('${secret}')`);
    expect(at(found, 'paymentIntent')).to.include({ id, amount: 1999 });
    const missing = await run("stripe.retrievePaymentIntent('pi_1_secret_2')");
    expect(at(missing, 'error')).to.include({ code: 'resource_missing', param: 'intent' });
  });

  it('pays in the account that Stripe-Account names', async () => {
    const response = await fetch(`${shop().server.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop().server.apiKey}`, 'stripe-account': 'acct_seller' },
      body: new URLSearchParams(automatic),
    });
    const secret = textAt(await response.json(), 'client_secret');
    const { page, run } = await shop().open(`
      const seller = Stripe('pk_' + 'test_pasarela', { stripeAccount: 'acct_seller', locale: 'es', betas: [] });
      const card = seller.elements().create('card');
      card.mount('#element');`);
    await fillCard(page, '4000002760003184');
    const paid = run(`seller.confirmCardPayment('${secret}', { payment_method: { card } })`);
    await answerChallenge(page, 'authorize');
    expect(at(await paid, 'paymentIntent.status')).to.equal('succeeded');
    const elsewhere = await run(`stripe.retrievePaymentIntent('${secret}')`);
    expect(at(elsewhere, 'error.code')).to.equal('resource_missing');
  });

  it('gives an error when the server goes away during 3D Secure', async () => {
    const { page, paid } = await payWith('4000002760003184');
    await page.route('**/_processor/**', (route) => route.abort());
    await page.route('**/v1/payment_intents/*?**', (route) => route.abort());
    await answerChallenge(page, 'authorize');
    expect(at(await paid, 'error.type')).to.equal('api_connection_error');
    expect(await page.locator('[role=dialog]').count()).to.equal(0);
  });

  it('gives an error when the server cannot be reached', async () => {
    const { page, run } = await shop().open('');
    await page.route('**/v1/**', (route) => route.abort());
    const result = await run("stripe.retrievePaymentIntent('pi_1_secret_2')");
    expect(at(result, 'error.type')).to.equal('api_connection_error');
  });
});

describe('mistakes of a shop with the stand-in for Stripe.js', () => {
  const shop = useShop();

  const thrown: ReadonlyArray<readonly [script: string, message: string]> = [
    ['Stripe()', 'Missing value for Stripe(): apiKey should be a string.'],
    ['Stripe(1)', 'Invalid value for Stripe(): apiKey should be a string. You specified: 1.'],
    ["Stripe('')", 'Please call Stripe() with your publishable key. You used an empty string.'],
    [
      "Stripe('sk_' + 'test_x')",
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    ],
    [
      "stripe.elements().create('taxId')",
      'A valid Element name must be provided. Valid Elements are:\n  card, cardNumber, cardExpiry, cardCvc, payment, iban, address, linkAuthentication, expressCheckout; you passed: `taxId`.',
    ],
    [
      "const two = stripe.elements(); two.create('card'); two.create('card')",
      'Can only create one Element of type card.',
    ],
    [
      "const two = stripe.elements(); two.create('card'); two.create('cardCvc')",
      'Cannot create an Element of type cardCvc after an Element of type card has already been created.',
    ],
    [
      "stripe.elements().create('card').mount('#nowhere')",
      'The selector you specified (#nowhere) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().',
    ],
    [
      "stripe.elements().create('card').mount()",
      'Missing argument. Make sure to call mount() with a valid DOM element or selector.',
    ],
    [
      "stripe.elements().create('card').focus()",
      'This Element is not currently mounted. Make sure to call mount() first.',
    ],
    [
      "stripe.elements({ clientSecret: 'nonsense' })",
      'Invalid value for elements() intent secret: value should be a client secret of the form ${id}_secret_${secret}. You specified: nonsense.',
    ],
    [
      "stripe.elements().create('card').on('change', 'nothing')",
      "The handler of the event 'change' should be a function.",
    ],
    [
      "stripe.elements({ mode: 'pay', amount: 1999, currency: 'eur' })",
      'Invalid value for elements(): mode should be one of the following strings: payment, setup, subscription. You specified: pay.',
    ],
    [
      "stripe.elements({ mode: 'payment', amount: 19.99, currency: 'eur' })",
      'Invalid value for elements(): amount should be an integer, in the smallest unit of the currency. You specified: 19.99.',
    ],
    [
      "stripe.elements({ mode: 'payment', amount: 1999, currency: 'eur' }).update({ amount: '1999' })",
      'Invalid value for elements(): amount should be an integer, in the smallest unit of the currency. You specified: "1999".',
    ],
    [
      "stripe.elements({ mode: 'payment', amount: 0, currency: 'eur' })",
      'Invalid value for elements(): amount must be greater than 0',
    ],
    [
      "stripe.elements({ mode: 'payment', currency: 'eur' })",
      'Missing value for elements(): amount should be an integer.',
    ],
    [
      "stripe.elements({ mode: 'subscription', amount: 0 })",
      'Missing value for elements(): currency should be a string.',
    ],
    [
      'stripe.redirectToCheckout({})',
      'This stand-in for Stripe.js has no stripe.redirectToCheckout(). Use the URL of the Checkout Session, Embedded Checkout, or Elements.',
    ],
  ];
  it('throws an IntegrationError', async () => {
    const { run } = await shop().open('');
    for (const [script, message] of thrown) {
      expect(
        await run(
          `(() => { try { ${script} } catch (error) { return [error.name, error.message] } })()`,
        ),
        script,
      ).to.deep.equal(['IntegrationError', message]);
    }
  });

  const rejected: ReadonlyArray<readonly [script: string, message: string]> = [
    [
      'stripe.createToken()',
      'You must provide a Stripe Element or a valid token type to create a Token.',
    ],
    [
      "stripe.createToken(stripe.elements().create('card'))",
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
    ],
    [
      'stripe.confirmCardPayment()',
      'Missing value for stripe.confirmCardPayment intent secret: value should be a client_secret string.',
    ],
    [
      "stripe.confirmCardPayment('seti_1_secret_2')",
      'Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form ${id}_secret_${secret}. You specified: seti_1_secret_2.',
    ],
  ];
  it('rejects with an IntegrationError', async () => {
    const { run } = await shop().open('');
    for (const [script, message] of rejected) {
      expect(await run(`${script}.catch((error) => error.message)`), script).to.equal(message);
    }
  });
});
