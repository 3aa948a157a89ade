import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { at, textAt } from '../../support/json/at.js';
import { answerChallenge, frameOf, useShop } from './stripe-js/support/use-shop.js';

const buttons = (page: Page): FrameLocator => frameOf(page, 'Secure express checkout frame');
const sheet = (page: Page): FrameLocator => frameOf(page, 'Test wallet');

const payIn = async (page: Page, card = 'pays'): Promise<void> => {
  await sheet(page).getByLabel('Test card').selectOption(card);
  await sheet(page).getByRole('button', { name: 'Pay' }).click();
};

describe('the express checkout element of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const newIntent = async (amount = 1999): Promise<string> => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      `amount=${amount}&currency=eur&automatic_payment_methods[enabled]=true`,
    );
    return textAt(body, 'client_secret');
  };

  const openWith = async (options: string, script: string) =>
    shop().open(`
      const elements = stripe.elements({ mode: 'payment', amount: 1999, currency: 'eur' });
      const express = elements.create('expressCheckout', ${options});
      const shown = ({ resolve, reject, paymentFailed, ...event }) => event;
      for (const name of ['ready', 'cancel', 'shippingaddresschange', 'shippingratechange']) {
        express.on(name, (event) => events.push({ name, ...shown(event) }));
      }
      const confirm = (options) =>
        stripe.confirmPayment({ elements, redirect: 'if_required', ...options }).then(
          ({ error, paymentIntent }) => events.push(error?.message ?? paymentIntent.status),
          (error) => events.push(error.message),
        );
      ${script}
      express.mount('#element');`);

  it('pays with Google Pay, after an address, a way of delivery and a refusal of the shop', async () => {
    const secret = await newIntent(2499);
    const { page, events, happens } = await openWith(
      "{ emailRequired: true, shippingAddressRequired: true, allowedShippingCountries: ['ES', 'PT'], paymentMethods: { applePay: 'never', link: 'never' } }",
      `
      const free = { id: 'free', amount: 0, displayName: 'Slow' };
      const fast = { id: 'fast', amount: 500, displayName: 'Fast' };
      express.on('click', ({ resolve }) => resolve({
        lineItems: [{ name: 'Book', amount: 1999 }], shippingRates: [free],
      }));
      express.on('shippingaddresschange', ({ address, resolve, reject }) =>
        address.country === 'PT' ? reject() : resolve({ shippingRates: [free, fast] }));
      express.on('shippingratechange', ({ shippingRate, resolve }) => {
        elements.update({ amount: 1999 + shippingRate.amount });
        resolve({ lineItems: [{ name: 'Book', amount: 1999 }, { name: 'Fast', amount: 500 }] });
      });
      let refusals = 0;
      express.on('confirm', async (event) => {
        refusals += 1;
        if (refusals === 1) return event.paymentFailed({ message: 'No book is left.' });
        events.push(shown(event), await elements.submit());
        await confirm({ clientSecret: '${secret}' });
      });`,
    );
    await happens('events.length === 1');
    expect((await events())[0]).to.deep.equal({
      name: 'ready',
      elementType: 'expressCheckout',
      availablePaymentMethods: {
        amazonPay: false,
        applePay: false,
        googlePay: true,
        link: false,
        paypal: false,
        klarna: false,
      },
    });
    await buttons(page).getByRole('button', { name: 'Pay with Google Pay' }).click();
    const address = sheet(page).getByLabel('Deliver to');
    await address.locator('option').nth(1).waitFor({ state: 'attached' });
    expect(await address.locator('option').count()).to.equal(2);
    await address.selectOption('1');
    await sheet(page).getByText('The shop does not deliver there.').waitFor();
    await address.selectOption('0');
    await sheet(page).getByLabel('Delivery').selectOption('fast');
    await sheet(page).getByText('€24.99').waitFor();
    await payIn(page);
    await sheet(page).getByText('No book is left.').waitFor();
    await payIn(page);
    await happens("events.at(-1) === 'succeeded'");
    const madrid = { city: 'Madrid', state: 'Madrid', postal_code: '28013', country: 'ES' };
    const whole = { line1: 'Calle Mayor 1', line2: null, ...madrid };
    const seen = await events();
    expect(at(seen[1], 'address')).to.deep.equal(madrid);
    expect(seen.slice(-3)).to.deep.equal([
      {
        elementType: 'expressCheckout',
        expressPaymentType: 'google_pay',
        billingDetails: { name: 'Eva Gil', email: 'eva@example.com', address: whole },
        shippingAddress: { name: 'Eva Gil', address: whole },
        shippingRate: { id: 'fast', amount: 500, displayName: 'Fast' },
      },
      { selectedPaymentMethod: 'google_pay' },
      'succeeded',
    ]);
    expect(await page.locator('iframe').count()).to.equal(1);
    const { body } = await shop().api(
      'GET',
      `/v1/payment_intents/${secret.split('_secret_')[0] ?? ''}?expand[]=payment_method`,
    );
    expect(at(body, 'payment_method.card.wallet.type')).to.equal('google_pay');
    expect(at(body, 'shipping.address.line1')).to.equal('Calle Mayor 1');
  });

  it('can be canceled, declined and authenticated', async () => {
    const secret = await newIntent();
    const { page, events, happens } = await openWith(
      '{}',
      `express.on('confirm', async () => {
        await elements.submit();
        await confirm({ clientSecret: '${secret}' });
      });
      express.on('click', ({ resolve }) => resolve());`,
    );
    const applePay = buttons(page).getByRole('button', { name: 'Pay with Apple Pay' });
    await applePay.click();
    await sheet(page).getByRole('button', { name: 'Cancel' }).click();
    await happens("events.at(-1).name === 'cancel'");
    await applePay.click();
    await payIn(page, 'declined');
    await happens("events.at(-1) === 'Your card was declined.'");
    await applePay.click();
    await payIn(page, 'challenge');
    await answerChallenge(page, 'authorize');
    await happens("events.at(-1) === 'succeeded'");
    expect(await events()).to.deep.include({ name: 'cancel', elementType: 'expressCheckout' });
  });

  it('makes a confirmation token, with which no more can be confirmed in the page', async () => {
    const { page, run, events, happens } = await openWith(
      '{}',
      `express.on('confirm', async () => {
        await elements.submit();
        const { confirmationToken } = await stripe.createConfirmationToken({ elements });
        events.push(confirmationToken.payment_method_preview.card.wallet.type);
        await confirm({ clientSecret: 'pi_1_secret_2' });
      });`,
    );
    await buttons(page).getByRole('button', { name: 'Pay with Link' }).click();
    await payIn(page);
    await happens("String(events.at(-1)).startsWith('Element confirming')");
    expect((await events()).slice(-2)).to.deep.equal([
      'link',
      'Element confirming payment is "expressCheckout", but stripe.confirmPayment() was not called within the "confirm" event. Please call stripe.confirmPayment() in the "confirm" event (https://stripe.com/docs/js/elements_object/express_checkout_element_confirm_event)',
    ]);
    expect(await run("elements.getElement('expressCheckout') === express")).to.equal(true);
    expect(await run('express.destroy(), elements.getElement("expressCheckout")')).to.equal(null);
  });

  it('shows nothing if the shop wants no button, and refuses lines above the amount', async () => {
    const { run, events, happens } = await openWith(
      "{ paymentMethods: { applePay: 'never', googlePay: 'never', link: 'never' } }",
      '',
    );
    await happens('events.length === 1');
    expect(await events()).to.deep.equal([{ name: 'ready', elementType: 'expressCheckout' }]);
    const { page, happens: happensToo } = await openWith(
      '{}',
      `express.on('click', ({ resolve }) => {
        try { resolve({ lineItems: [{ name: 'Book', amount: 2000 }] }) } catch (error) { events.push(error.message) }
      });`,
    );
    await buttons(page).getByRole('button', { name: 'Pay with Link' }).click();
    await happensToo(
      "events.at(-1) === 'The amount 1999 is less than the total amount of the line items provided.'",
    );
    const request =
      "stripe.paymentRequest({ country: 'ES', currency: 'eur', total: { label: 'Book', amount: 1999 } })";
    expect(await run(`${request}.on('paymentmethod', () => {}).canMakePayment()`)).to.equal(null);
  });
});
