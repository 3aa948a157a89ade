import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import { fillPayment, frameOf, useShop } from './stripe-js/support/use-shop.js';

describe('the other elements of the stand-in for Stripe.js', () => {
  const shop = useShop();

  const body = '<div id="email"></div><div id="address"></div><div id="pay"></div>';
  const openWith = async (mode: 'billing' | 'shipping', more = '') => {
    const { body: intent } = await shop().api(
      'POST',
      '/v1/payment_intents',
      'amount=1999&currency=eur&automatic_payment_methods[enabled]=true',
    );
    const opened = await shop().open(
      `
      const elements = stripe.elements({ clientSecret: '${textAt(intent, 'client_secret')}' });
      const email = elements.create('linkAuthentication', { defaultValues: { email: 'ana@example' } });
      const address = elements.create('address', { mode: '${mode}', defaultValues: { name: 'Ana', address: { country: 'ES' } } });
      elements.create('payment').mount('#pay');
      for (const element of [email, address]) element.on('change', (event) => events.push(event));
      email.mount('#email');
      address.mount('#address');
      ${more}`,
      body,
    );
    return { ...opened, id: textAt(intent, 'id') };
  };

  const pay = "stripe.confirmPayment({ elements, redirect: 'if_required' })";

  it('add the email and the billing address to the payment, which asks for them once', async () => {
    const { page, run, events, happens, id } = await openWith('billing');
    const address = frameOf(page, 'Secure address input frame');
    await address.getByLabel('Address line 1').fill('Calle Mayor 1');
    await address.getByLabel('City').fill('Madrid');
    const payment = frameOf(page, 'Secure payment input frame');
    await payment.locator('[name=country]').waitFor({ state: 'hidden' });
    await fillPayment(page, '4242424242424242');
    const missing = await run('elements.submit()');
    expect(at(missing, 'error.code')).to.equal('incomplete_email');
    const email = frameOf(page, 'Secure email input frame').getByLabel('Email');
    expect(await email.inputValue()).to.equal('ana@example');
    await email.fill('ana@example.com');
    expect(at(await run(pay), 'error.code')).to.equal('incomplete_zip');
    await address.getByLabel('Postal code').fill('28013');
    await happens('events.at(-1).complete');
    expect((await events()).at(-1)).to.deep.equal({
      elementType: 'address',
      elementMode: 'billing',
      empty: false,
      complete: true,
      isNewAddress: true,
      value: {
        name: 'Ana',
        address: {
          line1: 'Calle Mayor 1',
          line2: '',
          city: 'Madrid',
          state: '',
          postal_code: '28013',
          country: 'ES',
        },
      },
    });
    expect(await run('address.getValue()')).to.deep.include({ complete: true });
    expect(at(await run(pay), 'paymentIntent.status')).to.equal('succeeded');
    const { body: paid } = await shop().api(
      'GET',
      `/v1/payment_intents/${id}?expand[]=payment_method`,
    );
    expect(at(paid, 'payment_method.billing_details')).to.deep.include({
      email: 'ana@example.com',
      name: 'Ana',
    });
    expect(at(paid, 'payment_method.billing_details.address')).to.deep.equal({
      city: 'Madrid',
      country: 'ES',
      line1: 'Calle Mayor 1',
      line2: null,
      postal_code: '28013',
      state: null,
    });
  });

  it('add the address of shipping to the payment', async () => {
    const { page, run } = await openWith('shipping', 'email.unmount(); email.destroy();');
    const address = frameOf(page, 'Secure address input frame');
    await address.getByLabel('Address line 1').fill('Calle Mayor 1');
    await address.getByLabel('City').fill('Madrid');
    await address.getByLabel('Postal code').fill('28013');
    await fillPayment(page, '4242424242424242');
    const paid = await run(pay);
    expect(at(paid, 'paymentIntent.shipping.name')).to.equal('Ana');
    expect(at(paid, 'paymentIntent.shipping.address')).to.deep.include({
      line1: 'Calle Mayor 1',
      country: 'ES',
    });
  });
});
