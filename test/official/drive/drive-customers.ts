import { cardYear } from '../../support/processors/card-year.js';
import { type Driver, refused } from './driver.js';

const address = {
  line1: 'Calle Mayor 7',
  line2: '2º',
  city: 'Alcoy',
  state: 'Alicante',
  postal_code: '03801',
  country: 'ES',
};
const cardHash = {
  number: '4242424242424242',
  exp_month: '12',
  exp_year: String(cardYear),
  cvc: '123',
};

/** Customers, their cards of both kinds, payment methods and tokens, in every state. */
export const driveCustomers = async ({ stripe, token, customer, saved }: Driver): Promise<void> => {
  const full = await stripe.customers.create({
    address,
    description: 'Cliente',
    email: 'ana@example.com',
    invoice_settings: { footer: 'Gracias', custom_fields: [{ name: 'NIF', value: '1' }] },
    metadata: { order: '7' },
    name: 'Ana Gil',
    phone: '+34600000000',
    preferred_locales: ['es'],
    shipping: { name: 'Ana Gil', address, phone: '+34600000000' },
    tax_exempt: 'exempt',
    source: 'tok_visa',
  });
  await stripe.customers.retrieve(full.id, { expand: ['default_source', 'sources'] });
  await stripe.customers.update(full.id, { address: '', shipping: '', metadata: '', name: '' });
  await stripe.customers.list({ expand: ['data.default_source', 'data.sources'] });
  await stripe.customers.search({ query: 'email:"ana@example.com"', expand: ['total_count'] });
  await refused(stripe.customers.search({ query: 'colour:"blue"' }));
  const deleted = await customer();
  await stripe.customers.del(deleted);
  await stripe.customers.retrieve(deleted);
  await refused(stripe.customers.update(deleted, { name: 'Ana' }));

  const created = await stripe.tokens.create({
    card: { ...cardHash, name: 'Ana Gil', address_line1: 'Calle Mayor 7', address_zip: '03801' },
  });
  await stripe.customers.createSource(full.id, { source: created.id });
  await stripe.tokens.retrieve(created.id);
  await refused(stripe.customers.createSource(full.id, { source: created.id }));
  await refused(token('4242424242424241'));
  for (const number of ['5555555555554444', '378282246310005', '6011111111111117']) {
    // oxlint-disable-next-line no-await-in-loop
    await saved(number);
  }
  const { customer: owner, card } = await saved('4000000000000101');
  await refused(stripe.customers.createSource(owner, { source: 'tok_chargeDeclined' }));
  await stripe.customers.retrieveSource(owner, card, { expand: ['customer'] });
  await stripe.customers.updateSource(owner, card, { name: 'Ana', metadata: { a: '1' } });
  await stripe.customers.listSources(owner, { object: 'card', expand: ['data.customer'] });
  await stripe.customers.createSource(owner, { source: 'tok_mastercard' });
  await stripe.customers.deleteSource(owner, card);
  await refused(stripe.customers.retrieveSource(owner, card));
  const cards = `/v1/customers/${owner}/cards`;
  const { id } = await stripe.customers.createSource(owner, { source: 'tok_visa' });
  await stripe.rawRequest('POST', cards, { source: 'tok_amex' });
  await stripe.rawRequest('GET', cards);
  await stripe.rawRequest('GET', `${cards}/${id}`);
  await stripe.rawRequest('POST', `${cards}/${id}`, { name: 'Eva' });
  await stripe.rawRequest('DELETE', `${cards}/${id}`);

  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: cardHash.number, exp_month: 12, exp_year: cardYear, cvc: '123' },
    billing_details: { address, email: 'ana@example.com', name: 'Ana Gil', phone: '1' },
    metadata: { order: '7' },
    allow_redisplay: 'always',
  });
  await refused(stripe.paymentMethods.detach(method.id));
  await stripe.paymentMethods.attach(method.id, { customer: owner, expand: ['customer'] });
  await stripe.paymentMethods.update(method.id, { billing_details: { name: 'Eva' } });
  await stripe.paymentMethods.retrieve(method.id);
  await stripe.customers.update(owner, {
    invoice_settings: { default_payment_method: method.id },
    expand: ['invoice_settings.default_payment_method'],
  });
  await stripe.paymentMethods.list({ customer: owner, type: 'card' });
  await stripe.customers.listPaymentMethods(owner);
  await stripe.customers.retrievePaymentMethod(owner, method.id);
  await stripe.paymentMethods.detach(method.id);
};
