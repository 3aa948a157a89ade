import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import { fillPayment, frameOf, useShop } from './stripe-js/support/use-shop.js';

const title = 'Secure payment input frame';

describe('the payment methods of the payment element of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const openWith = async (options: string, elementOptions = '{}', stripe = 'stripe') =>
    shop().open(`
      const elements = ${stripe}.elements(${options});
      const payment = elements.create('payment', ${elementOptions});
      payment.on('change', ({ value, complete }) => events.push([value.type, complete]));
      payment.mount('#element');`);

  it('lead to the page of the bank and back, where the shop retrieves the payment', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=1999&currency=eur&payment_method_types[]=card&payment_method_types[]=ideal',
    );
    const secret = textAt(body, 'client_secret');
    const { page, run, events, happens } = await openWith(`{ clientSecret: '${secret}' }`);
    const frame = frameOf(page, title);
    await frame.locator('#ideal-tab').click();
    await frame.getByText('After you submit, you go to iDEAL | Wero').waitFor();
    expect(await frame.locator('[name=number]').isVisible()).to.equal(false);
    await happens('events.length === 1');
    expect(await events()).to.deep.equal([['ideal', true]]);
    expect(await run('elements.submit()')).to.deep.equal({ selectedPaymentMethod: 'ideal' });
    await run(
      "void stripe.confirmPayment({ elements, redirect: 'if_required', confirmParams: { return_url: location.origin + '/thanks?order=7' } })",
    );
    await page.locator('button[value=approve]').click();
    await page.waitForURL('**/thanks?**');
    const back = new URL(page.url()).searchParams;
    expect(Object.fromEntries(back)).to.deep.equal({
      order: '7',
      payment_intent: textAt(body, 'id'),
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    });
    const paid = await run(
      `stripe.retrievePaymentIntent('${back.get('payment_intent_client_secret') ?? ''}')`,
    );
    expect(at(paid, 'paymentIntent.status')).to.equal('succeeded');
  });

  it('wait in the page for the approval in the app of a bank', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=1999&currency=eur&payment_method_types[]=card&payment_method_types[]=bizum',
    );
    const { page, run, events, happens } = await openWith(
      `{ clientSecret: '${textAt(body, 'client_secret')}' }`,
    );
    const frame = frameOf(page, title);
    await frame.locator('#bizum-tab').click();
    await frame.getByLabel('Phone').fill('+34600000009');
    const app = frameOf(page, "Approval in the bank's app");
    const answerWith = async (name: string): Promise<unknown> => {
      await run(
        "void stripe.confirmPayment({ elements, redirect: 'if_required' }).then(({ error, paymentIntent }) => events.push(error?.code ?? paymentIntent.status))",
      );
      await app.getByRole('button', { name }).click();
      await happens("typeof events.at(-1) === 'string'");
      const last = (await events()).at(-1);
      await run('events.push(0)');
      return last;
    };
    expect(await answerWith('Close')).to.equal('requires_action');
    expect(await answerWith('Refuse')).to.equal('payment_method_customer_decline');
    expect(await answerWith('Approve')).to.equal('succeeded');
    expect(await page.locator('iframe').count()).to.equal(1);
  });

  it('debit an account days later, after the mandate, also one for later payments', async () => {
    const { page, run } = await openWith(
      "{ mode: 'payment', amount: 1999, currency: 'eur', paymentMethodTypes: ['sepa_debit'] }",
    );
    const frame = frameOf(page, title);
    await frame.getByLabel('IBAN').fill('DE89370400440532013000');
    await frame.getByLabel('Full name').fill('Eva Gil');
    await frame.getByLabel('Email').fill('eva@example.com');
    expect(await run('elements.submit()')).to.deep.equal({ selectedPaymentMethod: 'sepa_debit' });
    const made = await run('stripe.createConfirmationToken({ elements })');
    expect(at(made, 'confirmationToken.payment_method_preview.sepa_debit.last4')).to.equal('3000');
    const { body } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=1999&currency=eur&payment_method_types[]=sepa_debit',
    );
    const pay = `stripe.confirmPayment({ elements, clientSecret: '${textAt(body, 'client_secret')}', confirmParams: { return_url: location.origin + '/thanks' } })`;
    await run(`void ${pay}`);
    await page.waitForURL('**/thanks?**');
    expect(new URL(page.url()).searchParams.get('redirect_status')).to.equal('pending');
    const { body: paid } = await shop().api(
      'GET',
      `/v1/payment_intents/${textAt(body, 'id')}?expand[]=latest_charge`,
    );
    expect(at(paid, 'status')).to.equal('processing');
    const mandate = textAt(paid, 'latest_charge.payment_method_details.sepa_debit.mandate');
    const { body: accepted } = await shop().api('GET', `/v1/mandates/${mandate}`);
    expect(at(accepted, 'customer_acceptance.type')).to.equal('online');
  });

  it('are saved for later payments, with a mandate', async () => {
    const { body } = await shop().api(
      'POST',
      '/v1/setup_intents',
      'payment_method_types[]=card&payment_method_types[]=ideal',
    );
    const { page, run } = await openWith(`{ clientSecret: '${textAt(body, 'client_secret')}' }`);
    const frame = frameOf(page, title);
    await frame.locator('#ideal-tab').click();
    await frame.getByText('You are entitled to a refund from your bank').waitFor();
    await frame.getByLabel('Full name').fill('Eva Gil');
    await frame.getByLabel('Email').fill('eva@example.com');
    await run(
      "void stripe.confirmSetup({ elements, confirmParams: { return_url: location.origin + '/saved' } })",
    );
    await page.locator('button[value=approve]').click();
    await page.waitForURL('**/saved?**');
    expect(new URL(page.url()).searchParams.get('redirect_status')).to.equal('succeeded');
    const { body: saved } = await shop().api('GET', `/v1/setup_intents/${textAt(body, 'id')}`);
    expect(at(saved, 'status')).to.equal('succeeded');
  });

  it('have their own fields, in Spanish if the shop wants', async () => {
    const { page, run, happens } = await openWith(
      "{ mode: 'payment', amount: 1999, currency: 'eur', locale: 'es', paymentMethodTypes: ['card', 'sepa_debit', 'bizum', 'klarna'] }",
      "{ paymentMethodOrder: ['sepa_debit'], business: { name: 'Librería Gil' }, fields: { billingDetails: { email: 'never' } }, defaultValues: { billingDetails: { name: 'Eva Gil' } } }",
    );
    const frame = frameOf(page, title);
    expect(await frame.getByRole('tab').allInnerTexts()).to.deep.equal([
      'Adeudo SEPA',
      'Tarjeta',
      'Apple Pay',
      'Google Pay',
      'Bizum',
      'Klarna',
    ]);
    await frame.getByRole('tab', { name: 'Adeudo SEPA' }).click();
    const iban = frame.locator('#Field-ibanInput');
    expect(await frame.getByLabel('Nombre completo').inputValue()).to.equal('Eva Gil');
    expect(await frame.getByLabel('Correo electrónico').isVisible()).to.equal(false);
    await frame.getByText('autorizas a Librería Gil').waitFor();
    await iban.fill('ES9121000418450200051333');
    expect(at(await run('elements.submit()'), 'error')).to.deep.equal({
      type: 'validation_error',
      code: 'invalid_iban',
      message: 'El IBAN que has escrito no es válido.',
    });
    await frame.getByText('El IBAN que has escrito no es válido.').waitFor();
    await iban.fill('ES9121000418450200051332');
    expect(await iban.inputValue()).to.equal('ES91 2100 0418 4502 0005 1332');
    await happens("events.at(-1).join() === 'sepa_debit,true'");
    await frame.getByRole('tab', { name: 'Bizum' }).click();
    expect(await frame.getByLabel('Teléfono').isVisible()).to.equal(true);
    await page.keyboard.press('ArrowRight');
    expect(await frame.getByLabel('País').isVisible()).to.equal(true);
    await happens("events.at(-1).join() === 'klarna,true'");
    await frame.getByRole('tab', { name: 'Tarjeta' }).click();
    await frame.getByLabel('Número de tarjeta').fill('4242');
    expect(at(await run('elements.submit()'), 'error.message')).to.equal(
      'El número de tu tarjeta está incompleto.',
    );
  });

  it('fold out of a list if the shop wants, and change with the options', async () => {
    const { page, run } = await openWith(
      "{ mode: 'setup', currency: 'eur', paymentMethodTypes: ['card', 'ideal'] }",
      "{ layout: 'accordion', wallets: { applePay: 'never', googlePay: 'never' } }",
    );
    const frame = frameOf(page, title);
    await frame.getByText('you allow Pasarela to charge it for future payments').waitFor();
    await frame.getByRole('button', { name: 'iDEAL | Wero' }).click();
    expect(await frame.getByLabel('Full name').isVisible()).to.equal(true);
    await run("elements.update({ paymentMethodTypes: ['card'] })");
    expect(await frame.getByRole('button').count()).to.equal(0);
    await fillPayment(page, '4242424242424242');
    expect(await run('elements.submit()')).to.deep.equal({ selectedPaymentMethod: 'card' });
  });
});
