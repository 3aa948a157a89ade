import { expect } from 'chai';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { at, textAt } from '../../support/json/at.js';
import { answerChallenge, fillPayment, frameOf, useShop } from './stripe-js/support/use-shop.js';

const title = 'Secure payment input frame';
const unknown = (what: string, name: string): string =>
  `Unrecognized ${what} parameter: ${name} is not a recognized parameter. This may cause issues with your integration in the future.`;

describe('the options of elements of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const openWith = async (options: string, elementOptions = '{}', stripe = 'stripe') =>
    shop().open(`
      const elements = ${stripe}.elements(${options});
      const payment = elements.create('payment', ${elementOptions});
      payment.on('change', ({ value, complete, collapsed }) => events.push([value.type, complete, collapsed]));
      payment.mount('#element');`);

  const cardAndIdeal =
    "{ mode: 'payment', amount: 4448, currency: 'eur', paymentMethodTypes: ['card', 'ideal'] }";

  it('start collapsed, fold the fields away, and demand a choice', async () => {
    const { page, run, events, happens } = await openWith(
      cardAndIdeal,
      "{ layout: { type: 'accordion', defaultCollapsed: true, spacedAccordionItems: true, radios: 'never' }, wallets: { applePay: 'never', googlePay: 'never' } }",
    );
    const frame = frameOf(page, title);
    await frame.getByRole('button', { name: 'iDEAL | Wero' }).waitFor();
    const number = frame.getByLabel('Card number');
    expect(await number.isVisible()).to.equal(false);
    expect(await accessibilityProblems(page, 'serious')).to.deep.equal([]);
    expect(at(await run('elements.submit()'), 'error')).to.deep.equal({
      type: 'validation_error',
      code: 'incomplete_payment_details',
      message: 'Please provide complete payment details.',
    });
    await frame.getByRole('button', { name: 'Card' }).click();
    await number.waitFor();
    await happens('events.length > 0');
    expect((await events()).at(-1)).to.deep.equal(['card', false, false]);
    await run('payment.collapse() === payment');
    await number.waitFor({ state: 'hidden' });
    await happens('events.at(-1)[2]');
    expect((await events()).at(-1)).to.deep.equal(['', false, true]);
  });

  it('change the layout, protect the fields, and fill them in later', async () => {
    const { page, run } = await openWith(
      cardAndIdeal,
      "{ fields: { billingDetails: { address: 'if_required' } }, terms: { card: 'always' }, business: { name: 'Librería Gil' } }",
    );
    const frame = frameOf(page, title);
    await frame.getByRole('tab', { name: 'iDEAL | Wero' }).waitFor();
    expect(await frame.getByLabel('Country').isVisible()).to.equal(false);
    await frame.getByText('you allow Librería Gil to charge it for future payments').waitFor();
    await run(
      "payment.update({ layout: 'accordion', readOnly: true, terms: {}, defaultValues: { billingDetails: { name: 'Eva Gil' } } })",
    );
    await frame.getByRole('button', { name: 'iDEAL | Wero' }).waitFor();
    expect(await frame.getByRole('button', { name: 'iDEAL | Wero' }).isDisabled()).to.equal(true);
    expect(await frame.getByLabel('Card number').isEditable()).to.equal(false);
    expect(await frame.getByText('you allow Librería Gil').count()).to.equal(0);
  });

  it('reach dialogs and every element with the locale, also a later one', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=4448&currency=eur&payment_method_types[]=card&payment_method_types[]=bizum',
    );
    const { page, run, happens, events } = await shop().open(
      `
      const elements = stripe.elements({ clientSecret: '${textAt(body, 'client_secret')}' });
      const pay = () => stripe.confirmPayment({ elements, redirect: 'if_required' })
        .then(({ error, paymentIntent }) => events.push(error?.message ?? paymentIntent.status));
      for (const type of ['payment', 'address', 'expressCheckout']) {
        elements.create(type, { ...(type === 'address' && { mode: 'shipping' }) }).mount('#' + type);
      }`,
      '<div id="payment"></div><div id="address"></div><div id="expressCheckout"></div>',
    );
    const frame = frameOf(page, title);
    await frame.getByLabel('Card number').fill('4000002760003184');
    await frame.getByRole('tab', { name: 'Card' }).waitFor();
    await run("elements.update({ locale: 'es' })");
    await frame.getByRole('tab', { name: 'Tarjeta' }).waitFor();
    expect(await frame.getByLabel('Número de tarjeta').inputValue()).to.equal(
      '4000 0027 6000 3184',
    );
    const address = frameOf(page, 'Secure address input frame');
    await address.getByLabel('País').selectOption({ label: 'España' });
    await frameOf(page, 'Secure express checkout frame')
      .getByRole('button', { name: 'Pagar con Google Pay' })
      .waitFor();

    await frame.getByLabel('Fecha de caducidad').fill('12 / 40');
    await frame.getByLabel('Código de seguridad').fill('123');
    for (const [label, text] of [
      ['Nombre completo', 'Eva Gil'],
      ['Dirección', 'Calle Mayor 1'],
      ['Ciudad', 'Madrid'],
      ['Código postal', '28013'],
    ] as const) {
      await address.getByLabel(label).fill(text);
    }
    const postal = frame.getByLabel('Código postal');
    if (await postal.isVisible()) await postal.fill('28013');
    await run('void pay()');
    await page
      .frameLocator('iframe[title="3D Secure"]')
      .frameLocator('#challengeFrame')
      .getByRole('button', { name: 'Rechazar' })
      .waitFor();
    await page
      .frameLocator('iframe[title="3D Secure"]')
      .frameLocator('#challengeFrame')
      .getByText('44,48 €', { exact: true })
      .waitFor();
    await answerChallenge(page, 'fail');
    await happens('events.length === 1');

    await frame.getByRole('tab', { name: 'Bizum' }).click();
    await frame.getByLabel('Teléfono').fill('+34600000009');
    await run('void pay()');
    await page.getByRole('dialog', { name: 'Aprobación en la aplicación del banco' }).waitFor();
    const app = frameOf(page, "Approval in the bank's app");
    await app.getByText('44,48 €', { exact: true }).waitFor();
    expect(await accessibilityProblems(page, 'serious')).to.deep.equal([]);
    await app.getByRole('button', { name: 'Aprobar' }).click();
    await happens('events.length === 2');
    expect((await events()).at(-1)).to.equal('succeeded');
  });

  it('follow the intent when the shop fetches its updates', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=4448&currency=eur&payment_method_types[]=card',
    );
    const { page, run } = await openWith(
      `{ clientSecret: '${textAt(body, 'client_secret')}' }`,
      "{ wallets: { applePay: 'never', googlePay: 'never' } }",
    );
    const frame = frameOf(page, title);
    await frame.getByLabel('Card number').fill('4242');
    expect(await frame.getByRole('tab').count()).to.equal(0);
    await shop().api(
      'POST',
      `/v1/payment_intents/${textAt(body, 'id')}`,
      'amount=5000&payment_method_types[]=card&payment_method_types[]=paypal',
    );
    expect(await run('elements.fetchUpdates()')).to.deep.equal({});
    await frame.getByRole('tab', { name: 'PayPal' }).waitFor();
    expect(await frame.getByLabel('Card number').inputValue()).to.equal('4242');
  });

  it('pay by a wallet among the tabs, whose sheet opens when the shop submits', async () => {
    const { page, run, happens, events } = await openWith(cardAndIdeal);
    const frame = frameOf(page, title);
    await frame.getByRole('tab', { name: 'Google Pay' }).click();
    await frame.getByText('Google Pay selected. Another step will appear').waitFor();
    await run('void elements.submit().then((result) => events.push(result))');
    const sheet = frameOf(page, 'Test wallet');
    await sheet.getByText('€44.48').waitFor();
    expect(await accessibilityProblems(page, 'serious')).to.deep.equal([]);
    // A customer who cancels leaves the call pending, and can start again.
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await run('void elements.submit().then((result) => events.push(result))');
    await sheet.getByRole('button', { name: 'Pay' }).click();
    await happens("events.at(-1).selectedPaymentMethod === 'google_pay'");
    expect((await events()).filter((event) => !Array.isArray(event))).to.have.length(1);
    await page.locator('iframe[title="Test wallet"]').waitFor({ state: 'hidden' });
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=4448&currency=eur&payment_method_types[]=card&payment_method_types[]=ideal',
    );
    const secret = textAt(body, 'client_secret');
    const paid = await run(
      `stripe.confirmPayment({ elements, clientSecret: '${secret}', redirect: 'if_required', confirmParams: { expand: ['payment_method'] } })`,
    );
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
    expect(at(paid, 'paymentIntent.payment_method.card.wallet.type')).to.equal('google_pay');
    expect(await page.locator('iframe').count()).to.equal(1);
  });

  it('pay by a wallet when the shop confirms, and by a card after it was declined', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=4448&currency=eur&payment_method_types[]=card',
    );
    const { page, run, happens, events } = await openWith(
      `{ clientSecret: '${textAt(body, 'client_secret')}' }`,
    );
    const frame = frameOf(page, title);
    await frame.getByRole('tab', { name: 'Apple Pay' }).click();
    // The page of the shop hears of the choice a moment later.
    await happens("events.at(-1)?.[0] === 'apple_pay'");
    await run(
      "void stripe.confirmPayment({ elements, redirect: 'if_required' }).then(({ error }) => events.push(error.message))",
    );
    const sheet = frameOf(page, 'Test wallet');
    await sheet.getByLabel('Test card').selectOption('declined');
    await sheet.getByRole('button', { name: 'Pay' }).click();
    await happens("typeof events.at(-1) === 'string'");
    expect((await events()).at(-1)).to.equal('Your card was declined.');
    await frame.getByRole('tab', { name: 'Card' }).click();
    await fillPayment(page, '4242424242424242');
    const paid = await run("stripe.confirmPayment({ elements, redirect: 'if_required' })");
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
  });

  it('warn of options that Stripe.js does not know, and take all others', async () => {
    const { warnings, run } = await openWith(
      "{ mode: 'payment', amount: 4448, currency: 'eur', loader: 'never', fonts: [], syncAddressCheckbox: 'none', bussiness: {} }",
      "{ layout: 'auto', walletOptions: {}, applePay: {}, colour: 'red' }",
    );
    await run(`(() => {
      payment.update({ readonly: true });
      void elements.update({ theme: 'night' });
      const card = stripe.elements().create('card', { disableLink: true, hidePostal: true });
      card.update({ disabled: false });
      const express = elements.create('expressCheckout', { buttonHeight: 44, button: 1 });
      express.update({ height: 1 });
    })()`);
    expect(warnings()).to.deep.equal([
      unknown('elements()', 'bussiness'),
      unknown('create()', 'colour'),
      unknown('update()', 'readonly'),
      unknown('update()', 'theme'),
      unknown('create()', 'hidePostal'),
      unknown('create()', 'button'),
      unknown('update()', 'height'),
    ]);
  });
});
