import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import {
  answerChallenge,
  fillPayment,
  frameOf,
  inFrame,
  useShop,
} from './stripe-js/support/use-shop.js';

const title = 'Secure payment input frame';

describe('the payment element of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const newIntent = async (path = '/v1/payment_intents', form = 'amount=1999&currency=eur&') => {
    const { body } = await shop().api(
      'POST',
      path,
      `${form}automatic_payment_methods[enabled]=true`,
    );
    return { id: textAt(body, 'id'), secret: textAt(body, 'client_secret') };
  };

  const openWith = async (options: string, elementOptions = '{}') =>
    shop().open(`
      const elements = stripe.elements(${options});
      const payment = elements.create('payment', ${elementOptions});
      for (const name of ['ready', 'loaderstart', 'loaderror', 'change']) {
        payment.on(name, (event) => events.push({ name, ...event }));
      }
      payment.mount('#element');`);

  it('pays, and goes to the return_url with the intent in its query', async () => {
    const { id, secret } = await newIntent();
    const { page, run } = await openWith(`{ clientSecret: '${secret}' }`);
    await fillPayment(page, '4242424242424242');
    await run(
      "void stripe.confirmPayment({ elements, confirmParams: { return_url: location.origin + '/thanks?order=7' } })",
    );
    await page.waitForURL('**/thanks?**');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.equal({
      order: '7',
      payment_intent: id,
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    });
  });

  it('pays without leaving the page if the shop wants to stay, with the address that was typed', async () => {
    const { secret } = await newIntent();
    const { page, run } = await openWith(
      `{ clientSecret: '${secret}' }`,
      "{ defaultValues: { billingDetails: { address: { country: 'US', postal_code: '94107' } } } }",
    );
    await fillPayment(page, '4242424242424242');
    const paid = await run(
      "stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { payment_method_data: { billing_details: { name: 'Ana' } }, expand: ['payment_method'] } })",
    );
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
    const billing = at(paid, 'paymentIntent.payment_method.billing_details');
    expect(billing).to.deep.include({ name: 'Ana' });
    expect(at(billing, 'address')).to.include({ country: 'US', postal_code: '94107' });
  });

  it('asks for a postal code only in countries that check it', async () => {
    const { page } = await openWith("{ mode: 'payment', amount: 1999, currency: 'eur' }");
    const frame = frameOf(page, title);
    const postal = frame.locator('[name=postalCode]');
    await frame.locator('[name=country]').selectOption('ES');
    expect(await postal.isVisible()).to.equal(false);
    await frame.locator('[name=country]').selectOption('GB');
    expect(await postal.isVisible()).to.equal(true);
  });

  it('leaves out what the shop collects itself', async () => {
    const { page, run } = await openWith(
      "{ mode: 'payment', amount: 1999, currency: 'eur' }",
      "{ fields: { billingDetails: { address: 'never' } } }",
    );
    const frame = frameOf(page, title);
    await frame.locator('[name=number]').waitFor();
    expect(await frame.locator('[name=country]').isVisible()).to.equal(false);
    expect(await frame.locator('[name=postalCode]').isVisible()).to.equal(false);
    const { secret } = await newIntent();
    await run('elements.submit()');
    const pay = `stripe.confirmPayment({ elements, clientSecret: '${secret}', redirect: 'if_required', confirmParams: {} }).catch((error) => error.message)`;
    expect(await run(pay)).to.include(
      'You specified "never" for fields.billing_details.address.line1 when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.address.line1 when calling stripe.confirmPayment().',
    );
  });

  it('shows every error below its field, and says the first to the shop', async () => {
    const { page, run } = await openWith("{ mode: 'payment', amount: 1999, currency: 'eur' }");
    const frame = frameOf(page, title);
    await frame.locator('[name=number]').fill('4000000000000000');
    expect(await run('elements.submit()')).to.deep.equal({
      error: {
        type: 'validation_error',
        code: 'invalid_number',
        message: 'Your card number is invalid.',
      },
    });
    expect(await frame.getByRole('alert').allInnerTexts()).to.include.members([
      'Your card number is invalid.',
      "Your card's expiration date is incomplete.",
      "Your card's security code is incomplete.",
    ]);
    const number = frame.getByLabel('Card number');
    expect(await number.getAttribute('aria-invalid')).to.equal('true');
    expect(await number.getAttribute('aria-describedby')).to.equal('payment-numberInput-error');
    expect(await number.getAttribute('autocomplete')).to.equal('cc-number');
  });

  it('pays an intent that the server makes after the customer has typed', async () => {
    const { page, run } = await openWith("{ mode: 'payment', amount: 1999, currency: 'eur' }");
    await fillPayment(page, '4242424242424242');
    const { secret } = await newIntent();
    const pay = `stripe.confirmPayment({ elements, clientSecret: '${secret}', redirect: 'if_required' })`;
    const thrown = (call: string) => run(`${call}.catch((error) => error.message)`);
    expect(await thrown(pay)).to.include(
      'elements.submit() must be called before stripe.confirmPayment(). Call elements.submit() as soon',
    );
    expect(await run('elements.submit()')).to.deep.equal({ selectedPaymentMethod: 'card' });
    expect(await thrown("stripe.confirmPayment({ elements, redirect: 'if_required' })")).to.equal(
      'You must pass in a clientSecret when calling stripe.confirmPayment().',
    );
    const { secret: dollars } = await newIntent(undefined, 'amount=1999&currency=usd&');
    const refused = await run(pay.replace(secret, dollars));
    expect(at(refused, 'error.message')).to.include('The provided currency (usd)');
    await run("elements.update({ amount: 2500, setupFutureUsage: 'off_session' })");
    expect(at(await run(pay), 'error.message')).to.include(
      'The provided setup_future_usage (null) does not match',
    );
    await run('elements.update({ setupFutureUsage: null })');
    expect(at(await run(pay), 'paymentIntent.status')).to.equal('succeeded');
  });

  it('makes a confirmation token with which the server pays, and takes the next action', async () => {
    const { page, run } = await openWith("{ mode: 'payment', amount: 1999, currency: 'eur' }");
    await fillPayment(page, '4000002760003184');
    await run('elements.submit()');
    const made = await run(
      "stripe.createConfirmationToken({ elements, params: { return_url: 'https://shop.example/back' } })",
    );
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      `amount=1999&currency=eur&automatic_payment_methods[enabled]=true&confirm=true&use_stripe_sdk=true&confirmation_token=${textAt(made, 'confirmationToken.id')}`,
    );
    const asked = run(
      `stripe.handleNextAction({ clientSecret: '${textAt(body, 'client_secret')}' })`,
    );
    await answerChallenge(page, 'authorize');
    expect(at(await asked, 'paymentIntent.status')).to.equal('succeeded');
  });

  it('makes a payment method', async () => {
    const { page, run } = await openWith("{ mode: 'payment', amount: 1999, currency: 'eur' }");
    await fillPayment(page, '4242424242424242');
    await run('elements.submit()');
    const made = await run(
      "stripe.createPaymentMethod({ elements, params: { metadata: { a: 'b' } } })",
    );
    expect(at(made, 'paymentMethod.card.last4')).to.equal('4242');
  });

  it('saves a card', async () => {
    const { secret } = await newIntent('/v1/setup_intents', '');
    const { page, run } = await openWith(`{ clientSecret: '${secret}' }`);
    await fillPayment(page, '4242424242424242');
    const saved = await run("stripe.confirmSetup({ elements, redirect: 'if_required' })");
    expect(at(saved, 'setupIntent.status')).to.equal('succeeded');
  });

  it('confirms with a saved payment method, without fields', async () => {
    const { secret } = await newIntent();
    const { run } = await shop().open('');
    const paid = await run(
      `stripe.confirmPayment({ clientSecret: '${secret}', redirect: 'if_required', confirmParams: { payment_method: 'pm_card_visa' } })`,
    );
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
  });

  it('says when it is ready, and why it cannot load', async () => {
    const { secret } = await newIntent();
    const good = await openWith(`{ clientSecret: '${secret}' }`);
    await good.happens('events.length === 2');
    expect(await good.events()).to.deep.equal([
      { name: 'loaderstart', elementType: 'payment' },
      { name: 'ready', elementType: 'payment' },
    ]);
    expect(await good.run('elements.fetchUpdates()')).to.deep.equal({});
    const bad = await openWith("{ clientSecret: 'pi_1_secret_2' }");
    await bad.happens('events.length === 2');
    expect(at((await bad.events())[1], 'name')).to.equal('loaderror');
    expect(at((await bad.events())[1], 'error.code')).to.equal('resource_missing');
    expect(at(await bad.run('elements.fetchUpdates()'), 'error.code')).to.equal('resource_missing');
  });

  it('wears the appearance of the shop, also a later one', async () => {
    const { page, run } = await openWith(
      "{ mode: 'setup', currency: 'eur', appearance: { variables: { colorText: 'rgb(1, 2, 3)' }, rules: { '.Label': { color: 'rgb(4, 5, 6)' }, '!!': { color: 'red' } } } }",
    );
    const frame = frameOf(page, title);
    await frame.locator('[name=number]').waitFor();
    const colors = () =>
      inFrame(
        page,
        "['.Input', '.Label'].map((name) => getComputedStyle(document.querySelector(name)).color)",
      );
    expect(await colors()).to.deep.equal(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
    await run("elements.update({ appearance: { theme: 'night' } })");
    await frame.locator('[name=cvc]').fill('1');
    expect(await colors()).to.deep.equal(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  });

  for (const [script, message] of [
    [
      "stripe.elements().create('payment')",
      'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group.',
    ],
  ] as const) {
    it(`throws at ${script}`, async () => {
      const { run } = await shop().open('');
      const thrown = await run(
        `(() => { try { ${script} } catch (error) { return error.message } })()`,
      );
      expect(String(thrown).split('\n')[0]).to.equal(message);
    });
  }

  it('refuses a confirmation without its elements or a return_url', async () => {
    const { secret } = await newIntent();
    const { run } = await shop().open('');
    const message = (options: string) =>
      run(
        `stripe.confirmPayment({ clientSecret: '${secret}', ${options} }).catch((error) => error.message)`,
      );
    expect(await message("redirect: 'if_required'")).to.equal(
      'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
    );
    expect(await message('')).to.equal(
      'Missing value for stripe.confirmPayment(): confirmParams.return_url is required unless redirect is `if_required`.',
    );
    const noFields = await run('stripe.elements().submit().catch((error) => error.message)');
    expect(noFields).to.equal(
      'elements.submit() needs a mounted Payment Element in its Elements group.',
    );
  });
});
