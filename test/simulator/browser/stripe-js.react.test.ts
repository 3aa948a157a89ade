import { expect } from 'chai';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { textAt } from '../../support/json/at.js';
import {
  answerChallenge,
  fillPayment,
  frameOf,
  keyOfShop,
  payEmbedded,
  useShop,
} from './stripe-js/support/use-shop.js';

/** The shop's page with React, `@stripe/stripe-js` and `@stripe/react-stripe-js`, in one script. */
const bundled = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: ['test/simulator/browser/stripe-js/pages/react-shop.mjs'],
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  return outputFiles[0]?.text ?? '';
};

const phone = 390;

/** The width that the content of the shop's page needs. */
const neededWidth = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');

describe('@stripe/stripe-js and @stripe/react-stripe-js on the stand-in for Stripe.js', () => {
  const shop = useShop();
  let script = '';

  before(() => {
    script = bundled();
  });

  const checkout = async (
    element: 'card' | 'express' | 'payment',
    { intercepted = false, types = 'automatic_payment_methods[enabled]=true' } = {},
  ) => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      `amount=1999&currency=eur&${types}`,
    );
    const query = new URLSearchParams({
      element,
      key: keyOfShop,
      clientSecret: textAt(body, 'client_secret'),
    });
    return shop().open(script, '<div id="root"></div>', {
      query: `?${query.toString()}`,
      release: 'endive/stripe.js',
      intercepted,
      width: phone,
    });
  };

  it('pay with the card element', async () => {
    const { page } = await checkout('card');
    const frame = frameOf(page, 'Secure card payment input frame');
    await frame.locator('[name=cardnumber]').fill('4242424242424242');
    await frame.locator('[name=exp-date]').fill('1240');
    await frame.locator('[name=cvc]').fill('123');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('succeeded').waitFor();
  });

  it('show a decline', async () => {
    const { page } = await checkout('payment');
    await fillPayment(page, '4000000000000002');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Your card was declined.').waitFor();
  });

  it('pay with the payment element and 3D Secure', async () => {
    const { page } = await checkout('payment');
    await fillPayment(page, '4000002760003184');
    await page.getByRole('button', { name: 'Pay' }).click();
    await answerChallenge(page, 'authorize');
    await page.getByText('succeeded').waitFor();
    expect(await page.locator('iframe').count()).to.equal(1);
  });

  it('pay by a method with a page of its own, and come back to a page that knows the payment', async () => {
    const { page } = await checkout('payment', {
      types:
        'payment_method_types[]=card&payment_method_types[]=sepa_debit&payment_method_types[]=klarna&payment_method_types[]=bancontact&payment_method_types[]=paypal',
    });
    const frame = frameOf(page, 'Secure payment input frame');
    await frame.locator('#bancontact-tab').click();
    await frame.getByLabel('Full name').fill('Eva Gil');
    expect(await neededWidth(page)).to.equal(phone);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.locator('button[value=approve]').click();
    await page.waitForURL('**redirect_status=succeeded**');
    await page.getByText('succeeded').waitFor();
  });

  it('pay with a wallet, before whose intent the elements were made', async () => {
    const { page } = await checkout('express');
    await frameOf(page, 'Secure express checkout frame')
      .getByRole('button', { name: 'Pay with Google Pay' })
      .click();
    await frameOf(page, 'Test wallet').getByRole('button', { name: 'Pay' }).click();
    await page.getByText('succeeded').waitFor();
  });

  it('hold the page of a checkout session, with 3D Secure, and return to the shop', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/checkout/sessions',
      'mode=payment&locale=en&ui_mode=embedded_page&return_url=http://localhost:1/return?session={CHECKOUT_SESSION_ID}&line_items[0][quantity]=1&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=1999&line_items[0][price_data][product_data][name]=Book',
    );
    const query = new URLSearchParams({
      element: 'embedded',
      key: keyOfShop,
      clientSecret: textAt(body, 'client_secret'),
    });
    const { page } = await shop().open(script, '<div id="root"></div>', {
      query: `?${query.toString()}`,
      release: 'endive/stripe.js',
      width: phone,
    });
    await payEmbedded(page, '4000002760003184');
    expect(await neededWidth(page)).to.equal(phone);
    const returned = page.waitForRequest('http://localhost:1/**');
    await answerChallenge(page, 'authorize');
    expect((await returned).url()).to.equal(
      `http://localhost:1/return?session=${textAt(body, 'id')}`,
    );
  });

  it('pay on an unchanged page, to which the test gives the stand-in in place of Stripe.js', async () => {
    const { page } = await checkout('payment', { intercepted: true });
    await fillPayment(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('succeeded').waitFor();
  });
});
