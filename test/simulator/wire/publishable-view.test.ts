import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { keyOf, useWire } from '../support/use-wire.js';

/**
 * From Stripe's API reference: the attributes that are "retrievable with publishable key". Stripe also shows `source`,
 * `amount_details`, `payment_method_configuration_details` and `payment_method_options`.
 */
const ofPaymentIntent = [
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'id',
  'last_payment_error',
  'livemode',
  'next_action',
  'object',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_options',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];
const ofSetupIntent = [
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'id',
  'last_setup_error',
  'livemode',
  'next_action',
  'object',
  'payment_method',
  'payment_method_types',
  'status',
  'usage',
];

const fieldsAt = (body: unknown, path: string): ReadonlyArray<string> =>
  Object.keys(Object(path === '' ? body : at(body, path))).toSorted();

describe('what a publishable key sees', () => {
  const wire = useWire();
  const key = `key=${keyOf('shop', 'pk')}`;

  const made = async (path: string, form: string) => {
    const { body } = await wire().as('shop')('POST', path, { form });
    return {
      path: `${path}/${String(at(body, 'id'))}`,
      query: `client_secret=${String(at(body, 'client_secret'))}&${key}`,
    };
  };

  it('of a payment intent: what Stripe documents, in every version', async () => {
    const { path, query } = await made(
      '/v1/payment_intents',
      'amount=1999&currency=eur&metadata[a]=b',
    );
    for (const version of ['', '&_stripe_version=2020-08-27']) {
      const { body } = await wire().send('GET', `${path}?${query}${version}`);
      expect(fieldsAt(body, '')).to.deep.equal(ofPaymentIntent);
    }
  });

  it('of the intent in an error: the same', async () => {
    const { path, query } = await made('/v1/payment_intents', 'amount=1999&currency=eur');
    const { status, body } = await wire().send('POST', `${path}/confirm`, {
      form: `${query}&payment_method=pm_card_visa_chargeDeclined&use_stripe_sdk=true`,
    });
    expect(status).to.equal(402);
    expect(fieldsAt(body, 'error.payment_intent')).to.deep.equal(ofPaymentIntent);
    expect(at(body, 'error.payment_method.card.last4')).to.equal('0002');
  });

  it('of a payment method: all but its metadata and the fingerprint of its card', async () => {
    const form = `type=card&card[token]=tok_visa&metadata[a]=b`;
    const { body } = await wire().send('POST', '/v1/payment_methods', { form: `${form}&${key}` });
    expect(body).not.to.have.property('metadata');
    expect(at(body, 'card')).not.to.have.property('fingerprint');
    const path = `/v1/payment_methods/${String(at(body, 'id'))}`;
    const { body: whole } = await wire().as('shop')('GET', path);
    expect(at(whole, 'metadata.a')).to.equal('b');
    expect(at(whole, 'card.fingerprint')).to.be.a('string');
  });

  it('of a payment method in an intent: the card', async () => {
    const { path, query } = await made(
      '/v1/payment_intents',
      'amount=1999&currency=eur&payment_method=pm_card_visa',
    );
    const { body } = await wire().send('GET', `${path}?${query}&expand[]=payment_method`);
    expect(at(body, 'payment_method.card.last4')).to.equal('4242');
  });

  it('of the customer of a payment method: the id only', async () => {
    const customer = await made('/v1/customers', 'email=ana@example.com&metadata[a]=b');
    const id = customer.path.replace('/v1/customers/', '');
    const attach = '/v1/payment_methods/pm_card_visa/attach';
    const { body: card } = await wire().as('shop')('POST', attach, { form: `customer=${id}` });
    const { path, query } = await made(
      '/v1/payment_intents',
      `amount=1999&currency=eur&customer=${id}&payment_method=${String(at(card, 'id'))}`,
    );
    const { body } = await wire().send('GET', `${path}?${query}&expand[]=payment_method.customer`);
    expect(at(body, 'payment_method.customer')).to.equal(id);
  });

  it('of a setup intent: what Stripe documents', async () => {
    const { path, query } = await made('/v1/setup_intents', 'metadata[a]=b');
    const { body } = await wire().send('GET', `${path}?${query}`);
    expect(fieldsAt(body, '')).to.deep.equal(ofSetupIntent);
  });
});
