import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import { answerChallenge, fillPayment, useShop } from './stripe-js/support/use-shop.js';

// A page as shops write it: it says "Paid" only for an intent that has succeeded, and else why not.
const body = `<form id="form"><div id="element"></div><button>Pay</button></form><output></output>`;
const script = (secret: string): string => `
  const secret = '${secret}';
  const elements = stripe.elements({ clientSecret: secret });
  elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } }).mount('#element');
  const say = (text) => { events.push(text); document.querySelector('output').textContent = text; };
  const confirm = (options) => stripe.confirmPayment({ elements, redirect: 'if_required', ...options });
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const { error, paymentIntent } = await confirm();
    say(paymentIntent?.status === 'succeeded' ? 'Paid' : error.message);
  });`;

describe('failures of payments with the stand-in for Stripe.js', () => {
  const shop = useShop();

  const open = async () => {
    const { body: intent } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=4448&currency=eur&payment_method_types[]=card',
    );
    const id = textAt(intent, 'id');
    const opened = await shop().open(script(textAt(intent, 'client_secret')), body);
    const output = opened.page.locator('output');
    return {
      ...opened,
      pay: () => opened.page.getByRole('button', { name: 'Pay' }).click(),
      says: async (text: string) => {
        await output.filter({ hasText: text }).waitFor();
        await opened.run("document.querySelector('output').textContent = ''");
      },
      charges: async () => {
        const list = await shop().api('GET', `/v1/charges?payment_intent=${id}`);
        const data = at(list.body, 'data');
        return Array.isArray(data) ? data.map((charge) => at(charge, 'status')) : data;
      },
    };
  };

  it('say why, after a decline and a 3D Secure that was refused, until the customer pays', async () => {
    const { page, pay, says, events, charges } = await open();
    await fillPayment(page, '4000000000009995');
    await pay();
    await says('Your card has insufficient funds.');
    await fillPayment(page, '4000002760003184');
    await pay();
    await answerChallenge(page, 'fail');
    await says('We are unable to authenticate your payment method.');
    expect(await events()).not.to.include('Paid');
    await pay();
    await answerChallenge(page, 'authorize');
    await says('Paid');
    expect(await charges()).to.deep.equal(['succeeded', 'failed']);
  });

  it('take one payment when the customer clicks twice, and none when it is paid already', async () => {
    const { page, pay, says, run, charges } = await open();
    await fillPayment(page, '4242424242424242');
    const results = await run(`Promise.all([confirm(), confirm()])
      .then((all) => all.map(({ error, paymentIntent }) => error?.code ?? paymentIntent.status))`);
    expect(results).to.have.members(['succeeded', 'payment_intent_unexpected_state']);
    await pay();
    await says('PaymentIntent');
    expect(await charges()).to.deep.equal(['succeeded']);
  });

  it('are not paid when the network breaks before the confirmation, and paid once afterwards', async () => {
    const { page, pay, says, events, charges } = await open();
    await fillPayment(page, '4242424242424242');
    await page.route('**/confirm', (route) => route.abort());
    await pay();
    await says('We are experiencing issues connecting to our payments provider.');
    expect(await events()).not.to.include('Paid');
    expect(await charges()).to.deep.equal([]);
    await page.unroute('**/confirm');
    await pay();
    await says('Paid');
    expect(await charges()).to.deep.equal(['succeeded']);
  });

  it('are found by the page when the answer to the confirmation is lost', async () => {
    const { page, pay, says, run, events, charges } = await open();
    await fillPayment(page, '4242424242424242');
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay();
    await says('We are experiencing issues connecting to our payments provider.');
    expect(await events()).not.to.include('Paid');
    const found = await run('stripe.retrievePaymentIntent(secret)');
    expect(at(found, 'paymentIntent.status')).to.equal('succeeded');
    await page.unroute('**/confirm');
    await pay();
    await says('PaymentIntent');
    expect(await charges()).to.deep.equal(['succeeded']);
  });

  it('are refused with the secret of nothing, and before the fields are in the page', async () => {
    const { run } = await open();
    const other = await shop().api('POST', '/v1/payment_intents', 'amount=100&currency=eur');
    const wrong = `${textAt(other.body, 'id')}_secret_wrong`;
    const refused = await run(`stripe.retrievePaymentIntent('${wrong}')`);
    expect(at(refused, 'error.type')).to.equal('invalid_request_error');
    const named = `confirmParams: { payment_method: 'pm_card_visa' }`;
    const confirmed = await run(
      `confirm({ elements: undefined, clientSecret: '${wrong}', ${named} })`,
    );
    expect(at(confirmed, 'error.type')).to.equal('invalid_request_error');
    const early = await run(`(() => {
      const elements = stripe.elements({ clientSecret: secret });
      const payment = elements.create('payment');
      const thrown = confirm({ elements }).catch((error) => error.message);
      payment.mount('#element');
      return Promise.all([thrown, confirm({ elements })]);
    })()`);
    expect(at(early, '0')).to.equal(
      'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
    );
    expect(at(early, '1.error.code')).to.equal('incomplete_number');
  });
});
