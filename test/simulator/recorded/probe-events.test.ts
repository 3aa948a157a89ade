import type { Recorded } from './support/differences.js';
import { someId, someText, someTime } from './support/differences.js';
import { recordedCustomer, recordedPaymentMethod } from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/probe_customer_payment_method_events.json.

const before = {
  id: '{customer}',
  email: 'probe-events@conformance.stripeapi.invalid',
  metadata: { probe: 'events' },
  name: 'Before',
};
const after = { ...before, email: 'probe-events-2@conformance.stripeapi.invalid', name: 'After' };
const method = {
  id: '{method}',
  card: {
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  },
};
const attached = { ...method, customer: '{customer}' };
const limited = { allow_redisplay: 'limited' };

const change = (step: number, request: string, form: RecordedStep['form'] & {}): RecordedStep => ({
  step,
  request,
  form,
  status: 200,
  body: {},
});

const event = (step: number, type: string, data: Recorded): RecordedStep => ({
  step,
  request: 'GET /v1/events',
  form: { type, limit: 1 },
  status: 200,
  body: {
    object: 'list',
    data: [
      {
        id: someId('evt'),
        object: 'event',
        api_version: '2026-08-26.dahlia',
        created: someTime,
        data,
        livemode: false,
        pending_webhooks: 0,
        request: {
          id: someId('req'),
          idempotency_key: type === 'customer.deleted' ? null : someText,
        },
        type,
      },
    ],
    has_more: true,
    url: '/v1/events',
  },
  exactly: true,
  except: {
    has_more: 'the recorded account had older events',
    ...(type === 'customer.deleted'
      ? {}
      : { 'data.0.request.idempotency_key': 'the recorder sent keys with its POSTs' }),
  },
});

replaySteps('of the events of customers and payment methods', [
  {
    ...change(0, 'POST /v1/customers', {
      email: before.email,
      name: before.name,
      metadata: before.metadata,
    }),
    as: 'customer',
  },
  {
    ...change(1, 'POST /v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } }),
    as: 'method',
  },
  change(2, 'POST /v1/payment_methods/{method}/attach', { customer: '{customer}' }),
  change(3, 'POST /v1/payment_methods/{method}', limited),
  change(4, 'POST /v1/payment_methods/{method}/detach', {}),
  change(5, 'POST /v1/customers/{customer}', { name: after.name, email: after.email }),
  change(6, 'DELETE /v1/customers/{customer}', {}),
  event(7, 'customer.deleted', { object: recordedCustomer(after) }),
  event(8, 'customer.updated', {
    object: recordedCustomer(after),
    previous_attributes: { email: before.email, name: before.name },
  }),
  event(9, 'customer.created', { object: recordedCustomer(before) }),
  event(10, 'payment_method.attached', { object: recordedPaymentMethod(attached) }),
  event(11, 'payment_method.detached', {
    object: recordedPaymentMethod({ ...method, ...limited }),
    previous_attributes: { customer: '{customer}' },
  }),
  event(12, 'payment_method.updated', {
    object: recordedPaymentMethod({ ...attached, ...limited }),
    previous_attributes: { allow_redisplay: 'unspecified' },
  }),
  {
    step: 13,
    request: 'GET /v1/events',
    form: { type: 'payment_method.created', limit: 1 },
    status: 200,
    body: { object: 'list', data: [], has_more: false, url: '/v1/events' },
    exactly: true,
  },
]);
