import { expect } from 'chai';
import { at } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { useShop } from './support/use-shop.js';

const address = {
  line1: 'Calle Mayor 7',
  line2: '2º izquierda',
  city: 'Alcoy',
  state: 'Alicante',
  postal_code: '03801',
  country: 'ES',
};
const shipping = { name: 'Ana Gil', phone: '+34600000000', address };
const parcel = { ...shipping, carrier: 'Correos', tracking_number: 'ES 7' };
const metadata = { order: '6735' };

/** Asserts that the given fields are in the object, when it is created and when it is retrieved. */
describe('fields that are set through the official SDK are kept', () => {
  const shop = useShop();

  it('of a customer', async () => {
    const { stripe } = shop();
    const said = {
      address,
      balance: -500,
      description: 'Cliente',
      email: 'ana@example.com',
      metadata,
      name: 'Ana Gil',
      next_invoice_sequence: 12,
      phone: '+34600000000',
      preferred_locales: ['es', 'ca'],
      shipping,
      tax_exempt: 'exempt' as const,
    };
    const invoices = {
      custom_fields: [{ name: 'NIF', value: '12345678Z' }],
      footer: 'Gracias',
    };
    const params = { ...said, invoice_settings: invoices };
    const { id } = await stripe.customers.create({ ...params, invoice_prefix: 'ANA7' });
    const other = await stripe.customers.create();
    for (const kept of [
      await stripe.customers.retrieve(id),
      await stripe.customers.update(other.id, { ...params, invoice_prefix: 'EVA8' }),
    ]) {
      expect(kept).to.deep.include(said);
      expect(at(kept, 'invoice_settings')).to.deep.include(invoices);
    }
    expect(await stripe.customers.retrieve(id)).to.include({ invoice_prefix: 'ANA7' });
  });

  it('of a card', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const said = {
      address_city: 'Alcoy',
      address_country: 'ES',
      address_line1: 'Calle Mayor 7',
      address_line2: '2º izquierda',
      address_state: 'Alicante',
      address_zip: '03801',
      metadata,
      name: 'Ana Gil',
    };
    await stripe.customers.updateSource(customer, card, {
      ...said,
      exp_month: '7',
      exp_year: String(cardYear + 1),
    });
    expect(await stripe.customers.retrieveSource(customer, card)).to.deep.include({
      ...said,
      exp_month: 7,
      exp_year: cardYear + 1,
    });
  });

  it('of a payment method', async () => {
    const { stripe } = shop();
    const billing_details = { address, email: 'ana@example.com', name: 'Ana Gil', phone: '1' };
    const { id } = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
      billing_details,
      metadata,
      allow_redisplay: 'limited',
    });
    const kept = await stripe.paymentMethods.retrieve(id);
    expect(kept).to.deep.include({ metadata, allow_redisplay: 'limited' });
    expect(kept.billing_details).to.deep.include(billing_details);
  });

  it('of a payment intent', async () => {
    const { stripe } = shop();
    const { id: customer } = await stripe.customers.create();
    const said = {
      amount: 1999,
      currency: 'usd',
      customer,
      description: 'Pedido 7',
      metadata,
      receipt_email: 'ana@example.com',
      setup_future_usage: 'off_session',
      shipping: parcel,
      statement_descriptor: 'LA TIENDA',
      statement_descriptor_suffix: 'PEDIDO 7',
      transfer_group: 'orders',
    } as const;
    const { id } = await stripe.paymentIntents.create({
      ...said,
      capture_method: 'manual',
      confirmation_method: 'manual',
    });
    expect(await stripe.paymentIntents.retrieve(id)).to.deep.include({
      ...said,
      capture_method: 'manual',
      confirmation_method: 'manual',
    });
    const other = await stripe.paymentIntents.create({ amount: 100, currency: 'eur' });
    expect(await stripe.paymentIntents.update(other.id, said)).to.deep.include(said);
  });

  it('of a charge', async () => {
    const { stripe } = shop();
    const said = {
      description: 'Pedido 7',
      metadata,
      receipt_email: 'ana@example.com',
      shipping: parcel,
      transfer_group: 'orders',
    };
    const suffix = { statement_descriptor_suffix: 'PEDIDO 7' };
    const money = { amount: 1999, currency: 'usd', source: 'tok_visa' };
    const { id } = await stripe.charges.create({ ...money, ...said, ...suffix });
    expect(await stripe.charges.retrieve(id)).to.deep.include({ ...said, ...suffix });
    const other = await stripe.charges.create(money);
    expect(await stripe.charges.update(other.id, said)).to.deep.include(said);
    expect(
      await stripe.charges.update(other.id, { fraud_details: { user_report: 'fraudulent' } }),
    ).to.deep.include({ fraud_details: { user_report: 'fraudulent' } });
  });

  it('of a webhook endpoint', async () => {
    const { stripe } = shop();
    const said = {
      url: 'https://shop.example/hook',
      enabled_events: ['charge.refunded' as const, 'customer.created' as const],
      description: 'Pedidos',
      metadata,
    };
    const { id } = await stripe.webhookEndpoints.create(said);
    expect(await stripe.webhookEndpoints.retrieve(id)).to.deep.include({
      ...said,
      status: 'enabled',
    });
    expect(await stripe.webhookEndpoints.update(id, { disabled: true })).to.deep.include({
      ...said,
      status: 'disabled',
    });
  });
});
