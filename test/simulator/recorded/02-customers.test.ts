import { recordedCustomer, recordedPage } from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/02_pagination_cursor_against_deleted_id.json.

const email = 's02-cohort@conformance.stripeapi.invalid';
const oldest = recordedCustomer({ id: '{oldest}', email, description: 's02 oldest' });
const newest = recordedCustomer({ id: '{newest}', email, description: 's02 newest' });
const deleted = { id: '{middle}', object: 'customer', deleted: true };

const creation = (step: number, as: string): RecordedStep => ({
  step,
  request: 'POST /v1/customers',
  form: { email, description: `s02 ${as}` },
  as,
  status: 200,
  body: recordedCustomer({ email, description: `s02 ${as}` }),
  exactly: true,
});

replaySteps('02 (customers)', [
  creation(0, 'oldest'),
  creation(1, 'middle'),
  creation(2, 'newest'),
  {
    step: 3,
    request: 'DELETE /v1/customers/{middle}',
    status: 200,
    body: deleted,
    exactly: true,
  },
  {
    step: 4,
    request: 'GET /v1/customers/{middle}',
    status: 200,
    body: deleted,
    exactly: true,
  },
  {
    step: 5,
    request: 'GET /v1/customers',
    form: { email, starting_after: '{middle}' },
    status: 200,
    body: recordedPage('/v1/customers', [oldest]),
    exactly: true,
  },
  {
    step: 6,
    request: 'GET /v1/customers',
    form: { email, ending_before: '{middle}' },
    status: 200,
    body: recordedPage('/v1/customers', [newest]),
    exactly: true,
  },
  {
    step: 7,
    request: 'GET /v1/customers',
    form: { email, limit: 10 },
    status: 200,
    body: recordedPage('/v1/customers', [newest, oldest]),
    exactly: true,
  },
]);
