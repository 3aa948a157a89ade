import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { at, textAt } from '../../support/json/at.js';
import { useShop } from './stripe-js/support/use-shop.js';

const line =
  'line_items[0][quantity]=1&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=4448&line_items[0][price_data][product_data][name]=Book';

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="embedded-checkout"]');

const choose = async (page: Page, name: string): Promise<void> => {
  await frameOf(page).getByLabel('Email').fill('eva@example.com');
  await frameOf(page).getByRole('radio', { name }).check();
};

const pay = (page: Page): Promise<void> =>
  frameOf(page).getByRole('button', { name: 'Pay €44.48' }).click();

describe('payment methods in Embedded Checkout of the stand-in for Stripe.js', () => {
  const shop = useShop({ methods: ['card', 'bizum', 'ideal', 'paypal', 'sepa_debit'] });

  // `if_required`: the customer leaves the page of the shop only for a method with a page of its own.
  const open = async () => {
    const types = ['card', 'sepa_debit', 'bizum', 'ideal', 'paypal'];
    const { body } = await shop().api(
      'POST',
      '/v1/checkout/sessions',
      `mode=payment&locale=en&ui_mode=embedded_page&redirect_on_completion=if_required&return_url=http://localhost:1/return?session={CHECKOUT_SESSION_ID}&${types.map((type) => `payment_method_types[]=${type}`).join('&')}&${line}`,
    );
    const id = textAt(body, 'id');
    const secret = textAt(body, 'client_secret');
    const opened = await show(secret);
    const session = async () => (await shop().api('GET', `/v1/checkout/sessions/${id}`)).body;
    return { ...opened, id, secret, session };
  };

  const show = (secret: string) =>
    shop().open(
      `stripe
        .createEmbeddedCheckoutPage({
          fetchClientSecret: async () => '${secret}',
          onComplete: () => events.push('complete'),
        })
        .then((checkout) => checkout.mount('#element'));`,
      undefined,
      { release: 'endive/stripe.js', width: 390 },
    );

  // https://docs.stripe.com/payments/checkout/custom-success-page?payment-ui=embedded-page, disable redirects
  it('lead to no other page if the shop has none to return to', async () => {
    const sell = `mode=payment&locale=en&ui_mode=embedded_page&redirect_on_completion=never&${line}`;
    const { body: automatic } = await shop().api('POST', '/v1/checkout/sessions', sell);
    expect(at(automatic, 'payment_method_types')).to.have.members(['card', 'bizum', 'sepa_debit']);
    const { body } = await shop().api(
      'POST',
      '/v1/checkout/sessions',
      `${sell}&payment_method_types[]=card&payment_method_types[]=bizum&payment_method_types[]=ideal`,
    );
    const { page } = await shop().open(`
      stripe.initEmbeddedCheckout({ clientSecret: '${textAt(body, 'client_secret')}' })
        .then((checkout) => checkout.mount('#element'));`);
    await frameOf(page).getByRole('radio', { name: 'Bizum' }).waitFor();
    expect(await frameOf(page).getByRole('radio').count()).to.equal(2);
  });

  it('debit an account, and keep the customer in the page', async () => {
    const { page, happens, session } = await open();
    await choose(page, 'SEPA');
    await frameOf(page).getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00');
    await frameOf(page).getByRole('textbox', { name: 'Full name' }).fill('Eva Gil');
    await pay(page);
    await happens("events.at(-1) === 'complete'");
    expect(await session()).to.include({ status: 'complete', payment_status: 'unpaid' });
    expect(await page.locator('iframe').count()).to.equal(1);
  });

  it('wait for the approval in the app of a bank', async () => {
    const { page, run, happens, session, events } = await open();
    await choose(page, 'Bizum');
    await frameOf(page).getByLabel('Phone').fill('+34 600 000 009');
    await pay(page);
    await frameOf(page).getByRole('heading', { name: 'Approve the payment' }).waitFor();
    expect(await run('events.length')).to.equal(0);
    const opened = page.context().waitForEvent('page');
    await frameOf(page).getByRole('link', { name: 'Open the simulated app of Bizum' }).click();
    const app = await opened;
    await app.locator('button[value=approve]').click();
    await happens("events.at(-1) === 'complete'");
    expect(await events()).to.deep.equal(['complete']);
    expect(await session()).to.include({ status: 'complete', payment_status: 'paid' });
    await app.close();
  });

  it('lead to the page of the bank, back to the shop, and again after a refusal', async () => {
    const { page: first, id, secret, session } = await open();
    const answer = async (page: Page, outcome: 'approve' | 'refuse'): Promise<string> => {
      const returned = page.waitForRequest('http://localhost:1/**');
      await page.locator(`button[value=${outcome}]`).click();
      return (await returned).url();
    };
    await choose(first, 'iDEAL | Wero');
    await pay(first);
    await first.waitForURL('**/_processor/challenges/**');
    expect(await answer(first, 'refuse')).to.include(`http://localhost:1/return?session=${id}`);
    expect(await session()).to.include({ status: 'open', payment_status: 'unpaid' });

    // https://docs.stripe.com/checkout/embedded/quickstart: a session that is open is shown again.
    const { page: second } = await show(secret);
    await choose(second, 'PayPal');
    await pay(second);
    await second.waitForURL('**/_processor/challenges/**');
    expect(await answer(second, 'approve')).to.include(`http://localhost:1/return?session=${id}`);
    expect(await session()).to.include({ status: 'complete', payment_status: 'paid' });
    expect(at(await session(), 'id')).to.equal(id);
  });
});
