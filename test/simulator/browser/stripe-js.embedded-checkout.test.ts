import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import { answerChallenge, payEmbedded, useShop } from './stripe-js/support/use-shop.js';

const line =
  'line_items[0][quantity]=1&line_items[0][price_data][currency]=eur&line_items[0][price_data][unit_amount]=1999&line_items[0][price_data][product_data][name]=Book';

describe('Embedded Checkout of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const newSession = async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/checkout/sessions',
      `mode=payment&locale=en&ui_mode=embedded_page&redirect_on_completion=never&${line}`,
    );
    return { id: textAt(body, 'id'), secret: textAt(body, 'client_secret') };
  };

  it('shows a decline and a failed 3D Secure, is paid, and keeps the customer in the page', async () => {
    const { id, secret } = await newSession();
    const { page, events, happens } = await shop().open(`
      stripe
        .initEmbeddedCheckout({
          fetchClientSecret: async () => '${secret}',
          onComplete: () => events.push('complete'),
        })
        .then((checkout) => checkout.mount('#element'));`);
    const frame = page.frameLocator('iframe[name="embedded-checkout"]');
    await payEmbedded(page, '4000000000000002');
    await frame.getByText('The bank declined the card.').waitFor();
    await payEmbedded(page, '4000002760003184');
    await answerChallenge(page, 'fail');
    await frame.getByText('The bank could not authenticate you.').waitFor();
    expect(await events()).to.deep.equal([]);
    await payEmbedded(page, '4242424242424242');
    await frame.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await happens('events.length === 1');
    const { body } = await shop().api('GET', `/v1/checkout/sessions/${id}`);
    expect(at(body, 'payment_status')).to.equal('paid');
  });

  it('is there once, can be put elsewhere, and is as high as its content', async () => {
    const { secret } = await newSession();
    const { page, run, happens } = await shop().open(
      `const made = stripe.initEmbeddedCheckout({ clientSecret: '${secret}' });
      made.then((checkout) => checkout.mount('#element'));
      const thrown = (call) => call.then(() => null, (error) => error.message);`,
      '<div id="element"></div><div id="other"></div>',
    );
    expect(
      await run(`thrown(stripe.initEmbeddedCheckout({ clientSecret: '${secret}' }))`),
    ).to.equal('You cannot have multiple Embedded Checkout objects.');
    await run("made.then((checkout) => { checkout.unmount(); checkout.mount('#other'); })");
    await page.frameLocator('#other iframe').getByLabel('Card number').waitFor();
    expect(await page.locator('#element iframe').count()).to.equal(0);
    await happens("document.querySelector('#other iframe').getBoundingClientRect().height > 700");
    await run('made.then((checkout) => checkout.destroy())');
    expect(await page.locator('iframe').count()).to.equal(0);
    expect(await run("thrown(stripe.initEmbeddedCheckout({ clientSecret: 'pi_1' }))")).to.include(
      'You specified: pi_1.',
    );
    expect(
      await run(`thrown(stripe.createEmbeddedCheckoutPage({ clientSecret: '${secret}' }))`),
    ).to.equal(null);
  });
});
