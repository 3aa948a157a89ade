import {
  recordedCustomer,
  recordedPage,
  recordedPaymentMethod,
  recordedRefusal,
} from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/06_customers_payment_methods.json. Steps 5 and 6 create and
// read a payment method of Klarna: only cards are simulated.

const customer = {
  id: '{customer}',
  description: 'scenario 06',
  email: 's06@conformance.stripeapi.invalid',
  metadata: { probe: 's06' },
  name: 'Six',
};
const renamed = { ...customer, email: 's06-2@conformance.stripeapi.invalid', name: 'Six II' };

const checked = {
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
};
const visa = { id: '{visa}', card: checked };
const attached = { ...visa, customer: '{customer}' };
const limited = { allow_redisplay: 'limited', name: 'Six II' };

type Wanted = Pick<RecordedStep, 'step' | 'request' | 'body'> & Partial<RecordedStep>;

const done = (wanted: Wanted): RecordedStep => ({ status: 200, exactly: true, ...wanted });

const missing = (
  status: number,
  param: string,
  id: string,
): Pick<RecordedStep, 'status' | 'body' | 'exactly'> => ({
  status,
  body: recordedRefusal({ code: 'resource_missing', message: `No such customer: '${id}'`, param }),
  exactly: true,
});

replaySteps('06 (payment methods)', [
  done({
    step: 0,
    request: 'POST /v1/customers',
    form: {
      email: 's06@conformance.stripeapi.invalid',
      description: 'scenario 06',
      name: 'Six',
      metadata: { probe: 's06' },
    },
    as: 'customer',
    body: recordedCustomer(customer),
  }),
  done({ step: 1, request: 'GET /v1/customers/{customer}', body: recordedCustomer(customer) }),
  done({
    step: 2,
    request: 'POST /v1/customers/{customer}',
    form: { name: 'Six II', email: 's06-2@conformance.stripeapi.invalid' },
    body: recordedCustomer(renamed),
  }),
  done({
    step: 3,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa' } },
    as: 'visa',
    body: recordedPaymentMethod(),
  }),
  done({
    step: 4,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token: 'tok_visa_chargeDeclined' } },
    as: 'declined',
    body: recordedPaymentMethod({ card: { last4: '0002' } }),
  }),
  done({
    step: 7,
    request: 'POST /v1/payment_methods/{visa}/attach',
    form: { customer: '{customer}' },
    body: recordedPaymentMethod(attached),
  }),
  done({
    step: 8,
    request: 'POST /v1/payment_methods/{visa}/attach',
    form: { customer: '{customer}' },
    body: recordedPaymentMethod(attached),
  }),
  {
    step: 9,
    request: 'POST /v1/payment_methods/{declined}/attach',
    form: { customer: '{customer}' },
    status: 402,
    body: {
      error: {
        code: 'card_declined',
        decline_code: 'generic_decline',
        doc_url: 'https://stripe.com/docs/error-codes/card-declined',
        message: 'Your card was declined.',
        param: '',
        type: 'card_error',
      },
    },
  },
  {
    step: 10,
    request: 'GET /v1/customers/{customer}/payment_methods/{declined}',
    status: 404,
    body: recordedRefusal({ message: 'Invalid request', param: 'customer' }),
    exactly: true,
  },
  {
    step: 11,
    request: 'GET /v1/payment_methods',
    form: { customer: 'cus_nope' },
    ...missing(400, 'customer', 'cus_nope'),
  },
  {
    step: 12,
    request: 'GET /v1/customers/cus_nope/payment_methods',
    form: { type: 'card' },
    ...missing(404, 'id', 'cus_nope'),
  },
  done({
    step: 13,
    request: 'GET /v1/payment_methods',
    form: { customer: '{customer}', type: 'card', limit: 5 },
    body: recordedPage('/v1/payment_methods', [recordedPaymentMethod(attached)]),
  }),
  done({
    step: 14,
    request: 'GET /v1/payment_methods',
    form: { limit: 3 },
    body: recordedPage('/v1/payment_methods', []),
  }),
  done({
    step: 15,
    request: 'GET /v1/customers/{customer}/payment_methods',
    form: { type: 'card' },
    body: recordedPage('/v1/customers/{customer}/payment_methods', [
      recordedPaymentMethod(attached),
    ]),
  }),
  done({
    step: 16,
    request: 'GET /v1/customers/{customer}/payment_methods/{visa}',
    body: recordedPaymentMethod(attached),
  }),
  done({
    step: 17,
    request: 'GET /v1/payment_methods/{visa}',
    form: { expand: ['customer'] },
    body: recordedPaymentMethod({ ...visa, customer: recordedCustomer(renamed) }),
  }),
  done({
    step: 18,
    request: 'POST /v1/payment_methods/{visa}',
    form: { allow_redisplay: 'limited', billing_details: { name: 'Six II' } },
    body: recordedPaymentMethod({ ...attached, ...limited }),
  }),
  done({
    step: 19,
    request: 'GET /v1/payment_methods',
    form: { customer: '{customer}', allow_redisplay: 'limited' },
    body: recordedPage('/v1/payment_methods', [recordedPaymentMethod({ ...attached, ...limited })]),
  }),
  done({
    step: 20,
    request: 'POST /v1/payment_methods/{visa}/detach',
    body: recordedPaymentMethod({ ...visa, ...limited }),
  }),
  {
    step: 21,
    request: 'POST /v1/payment_methods/{visa}/detach',
    status: 400,
    body: recordedRefusal({
      message:
        'The payment method you provided is not attached to a customer so detachment is impossible.',
    }),
    exactly: true,
  },
  done({
    step: 22,
    request: 'DELETE /v1/customers/{customer}',
    body: { id: '{customer}', object: 'customer', deleted: true },
  }),
  {
    step: 23,
    request: 'GET /v1/payment_methods',
    form: { customer: '{customer}' },
    ...missing(400, 'customer', '{customer}'),
  },
  {
    step: 24,
    request: 'POST /v1/payment_methods/{visa}/attach',
    form: { customer: '{customer}' },
    ...missing(400, 'customer', '{customer}'),
  },
]);
