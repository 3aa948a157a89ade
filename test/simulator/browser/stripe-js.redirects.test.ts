import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { at, textAt } from '../../support/json/at.js';
import { frameOf, useShop } from './stripe-js/support/use-shop.js';

type Field = readonly [label: string, text: string];

// The fields of Stripe's documents: https://docs.stripe.com/payments/bancontact, /payments/klarna, /payments/paypal.
const methods: ReadonlyArray<readonly [type: string, name: string, fields: ReadonlyArray<Field>]> =
  [
    ['bancontact', 'Bancontact', [['Full name', 'Eva Gil']]],
    ['klarna', 'Klarna', [['Email', 'eva@example.com']]],
    ['paypal', 'PayPal', []],
  ];

describe('payment methods with a page of their own, by the stand-in for Stripe.js', () => {
  const shop = useShop();

  const newIntent = async (type: string) => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      `amount=4448&currency=eur&payment_method_types[]=card&payment_method_types[]=${type}`,
    );
    return { id: textAt(body, 'id'), secret: textAt(body, 'client_secret') };
  };

  // The shop's server gives the same page under every path, so that customers can pay again on the one that they come back to.
  const openFor = async (secret: string) =>
    shop().open(
      `
      const elements = stripe.elements({ clientSecret: '${secret}' });
      elements.create('payment').mount('#element');
      const pay = (redirect) => {
        stripe.confirmPayment({ elements, redirect, confirmParams: { return_url: location.origin + '/back?order=7' } })
          .then(({ error }) => events.push(error.code), (error) => events.push(error.message));
      };`,
    );

  const choose = async (page: Page, type: string, fields: ReadonlyArray<Field>): Promise<void> => {
    const frame = frameOf(page, 'Secure payment input frame');
    await frame.locator(`#${type}-tab`).click();
    for (const [label, text] of fields) await frame.getByLabel(label).fill(text);
  };

  /** Answers on the page of the method, and returns what the address of the shop's page says then. */
  const answer = async (page: Page, outcome: 'approve' | 'leave' | 'refuse') => {
    await page.locator(`button[value=${outcome}]`).click();
    await page.waitForURL('**/back?**');
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  for (const [type, name, fields] of methods) {
    it(`leave ${name} undecided, refuse and pay with it, and retrieve the payment each time`, async () => {
      const { id, secret } = await newIntent(type);
      const { page, run } = await openFor(secret);
      const intent = async () =>
        at(await run(`stripe.retrievePaymentIntent('${secret}')`), 'paymentIntent');
      const back = (redirect_status: string) => ({
        order: '7',
        payment_intent: id,
        payment_intent_client_secret: secret,
        redirect_status,
      });

      await choose(page, type, fields);
      await run('pay()');
      await page.getByRole('heading', { name }).waitFor();
      expect(await answer(page, 'leave')).to.deep.equal(back('pending'));
      expect(await intent()).to.include({ status: 'requires_action' });

      await choose(page, type, fields);
      await run("pay('if_required')");
      expect(await answer(page, 'refuse')).to.deep.equal(back('failed'));
      expect(await intent()).to.include({ status: 'requires_payment_method' });
      expect(at(await intent(), 'last_payment_error')).to.include({
        code: 'payment_method_customer_decline',
      });

      await choose(page, type, fields);
      await run('pay()');
      expect(await answer(page, 'approve')).to.deep.equal(back('succeeded'));
      expect(await intent()).to.include({ status: 'succeeded', amount: 4448 });
      const { body } = await shop().api('GET', `/v1/payment_intents/${id}?expand[]=payment_method`);
      expect(at(body, 'payment_method.type')).to.equal(type);
      expect(at(body, 'amount_received')).to.equal(4448);
    });
  }

  it('ask for the fields of the method before they leave the page', async () => {
    const { secret } = await newIntent('bancontact');
    const { page, run, happens, events } = await openFor(secret);
    await choose(page, 'bancontact', []);
    await run('pay()');
    await happens('events.length === 1');
    expect(await events()).to.deep.equal(['incomplete_field']);
    await frameOf(page, 'Secure payment input frame')
      .getByText('This field is incomplete.')
      .waitFor();
  });

  it('pay with PayPal from the button of the express checkout', async () => {
    const { id, secret } = await newIntent('paypal');
    const { page } = await shop().open(`
      const elements = stripe.elements({ clientSecret: '${secret}' });
      const express = elements.create('expressCheckout', { paymentMethods: { applePay: 'never', googlePay: 'never' } });
      express.on('confirm', async () => {
        await elements.submit();
        await stripe.confirmPayment({ elements, confirmParams: { return_url: location.origin + '/back' } });
      });
      express.mount('#element');`);
    await frameOf(page, 'Secure express checkout frame')
      .getByRole('button', { name: 'Pay with PayPal' })
      .click();
    await frameOf(page, 'Test wallet').getByRole('button', { name: 'Pay' }).click();
    expect(await answer(page, 'approve')).to.include({ redirect_status: 'succeeded' });
    const { body } = await shop().api('GET', `/v1/payment_intents/${id}?expand[]=payment_method`);
    expect(at(body, 'payment_method.type')).to.equal('paypal');
  });

  it('pay by the functions for one method, and save an account', async () => {
    const back = "return_url: location.origin + '/back'";
    for (const [type, call] of [
      ['ideal', `confirmIdealPayment(secret, { payment_method: {}, ${back} })`],
      [
        'bancontact',
        `confirmBancontactPayment(secret, { payment_method: { billing_details: { name: 'Eva' } }, ${back} })`,
      ],
      [
        'klarna',
        `confirmKlarnaPayment(secret, { payment_method: { billing_details: { email: 'eva@example.com', address: { country: 'ES' } } }, ${back} })`,
      ],
    ] as const) {
      const { secret } = await newIntent(type);
      const { page, run } = await shop().open(`const secret = '${secret}';`);
      const unhandled = await run(`stripe.${call.replace(/\)$/, ', { handleActions: false })')}`);
      expect(at(unhandled, 'paymentIntent.next_action.type'), type).to.equal('redirect_to_url');
      await run(`void stripe.handleNextAction({ clientSecret: secret })`);
      await page.locator('button[value=approve]').click();
      await page.waitForURL('**/back?**');
      expect(
        at(await run('stripe.retrievePaymentIntent(secret)'), 'paymentIntent.status'),
      ).to.equal('succeeded');
    }
  });

  it('debit an account of an IBAN element, or of an IBAN', async () => {
    const { secret } = await newIntent('sepa_debit');
    const billing = "billing_details: { name: 'Eva Gil', email: 'eva@example.com' }";
    const { page, run, happens, events } = await shop().open(`
      const secret = '${secret}';
      const iban = stripe.elements().create('iban', { supportedCountries: ['SEPA'] });
      iban.on('change', (event) => events.push(event));
      iban.mount('#element');`);
    await frameOf(page, 'Secure IBAN input frame')
      .getByLabel('IBAN')
      .fill('DE89370400440532013000');
    await happens('events.length > 0 && events.at(-1).complete');
    expect((await events()).at(-1)).to.include({ elementType: 'iban', country: 'DE' });
    const made = await run(
      `stripe.createPaymentMethod({ type: 'sepa_debit', sepa_debit: iban, ${billing} })`,
    );
    expect(at(made, 'paymentMethod.sepa_debit.last4')).to.equal('3000');
    const paid = await run(
      `stripe.confirmSepaDebitPayment(secret, { payment_method: { sepa_debit: iban, ${billing} } })`,
    );
    expect(at(paid, 'paymentIntent.status')).to.equal('processing');
    const { body } = await shop().api(
      'POST',
      '/v1/setup_intents',
      'payment_method_types[]=sepa_debit',
    );
    const saved = await run(
      `stripe.confirmSepaDebitSetup('${textAt(body, 'client_secret')}', { payment_method: { sepa_debit: { iban: 'DE89370400440532013000' }, ${billing} } })`,
    );
    expect(at(saved, 'setupIntent.status')).to.equal('succeeded');
    const refused = await run(
      'stripe.confirmSepaDebitPayment(secret, { payment_method: { sepa_debit: {} } }).catch((error) => error.message)',
    );
    expect(refused).to.equal(
      'Missing value for stripe.confirmSepaDebitPayment: payment_method.sepa_debit should be an IBAN element or an object with an IBAN: { iban }.',
    );
  });
});
