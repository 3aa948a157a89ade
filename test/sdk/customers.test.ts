import { expect } from 'chai';
import { Stripe } from 'stripe';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

describe('customers, through the official SDK', () => {
  const shop = useShop();

  it('a customer is created, updated and retrieved, with metadata that merges', async () => {
    const { stripe } = shop();
    const { id } = await stripe.customers.create({
      name: 'Ana Gil',
      email: 'ana@example.com',
      preferred_locales: ['es', 'ca'],
      address: { line1: 'Calle Mayor 7', city: 'Alcoy', country: 'ES' },
      metadata: { order: '6735', kept: 'yes' },
    });
    await stripe.customers.update(id, {
      metadata: { order: '', gift: 'no' },
      phone: '+34600000000',
    });
    const customer = await stripe.customers.retrieve(id);
    expect(customer).to.deep.include({
      object: 'customer',
      name: 'Ana Gil',
      email: 'ana@example.com',
      phone: '+34600000000',
      preferred_locales: ['es', 'ca'],
      address: {
        city: 'Alcoy',
        country: 'ES',
        line1: 'Calle Mayor 7',
        line2: null,
        postal_code: null,
        state: null,
      },
      metadata: { kept: 'yes', gift: 'no' },
    });
  });

  it('a deleted customer is returned as deleted, and refuses updates', async () => {
    const { stripe } = shop();
    const { id } = await stripe.customers.create();
    expect(await stripe.customers.del(id)).to.deep.include({ id, deleted: true });
    const left = await stripe.customers.retrieve(id);
    expect(left.deleted).to.equal(true);
    const refused = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.customers.update(id, { name: 'Ana' }),
    );
    expect(refused).to.include({
      statusCode: 404,
      code: 'resource_missing',
      message: `No such customer: '${id}'`,
    });
  });

  it('a card is saved from its token, the first one as the default, and deleted', async () => {
    const { stripe, buyer } = shop();
    const { customer, card } = await buyer();
    const second = await stripe.customers.createSource(customer, { source: 'tok_mastercard' });
    expect(second).to.deep.include({ object: 'card', brand: 'MasterCard', customer });
    const cards = await stripe.customers.listSources(customer, { object: 'card' });
    expect(cards.data.map(({ id }) => id)).to.have.members([card, second.id]);
    const saved = await stripe.customers.retrieve(customer, { expand: ['default_source'] });
    expect(saved).to.have.nested.include({
      'default_source.id': card,
      'default_source.brand': 'Visa',
      'default_source.last4': '4242',
    });
    await stripe.customers.deleteSource(customer, card);
    expect(await stripe.customers.retrieve(customer)).to.include({ default_source: second.id });
  });

  it('a payment method is attached, listed and detached', async () => {
    const { stripe } = shop();
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_amex' },
      billing_details: { name: 'Ana Gil', address: { postal_code: '03801' } },
    });
    await stripe.paymentMethods.attach(method.id, { customer });
    const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card' });
    expect(data).to.have.lengthOf(1);
    expect(data[0]).to.have.nested.include({
      id: method.id,
      customer,
      'card.brand': 'amex',
      'billing_details.name': 'Ana Gil',
      'billing_details.address.postal_code': '03801',
    });
    const detached = await stripe.paymentMethods.detach(method.id);
    expect(detached.customer).to.equal(null);
  });

  it('an unknown parameter is refused by its name', async () => {
    const { stripe } = shop();
    const refused = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      stripe.rawRequest('POST', '/v1/customers', { colour: 'blue' }),
    );
    expect(refused).to.include({ statusCode: 400, param: 'colour', code: 'parameter_unknown' });
    expect(refused.message).to.equal('Received unknown parameter: colour');
    expect(refused.requestId).to.match(/^req_/);
  });
});
