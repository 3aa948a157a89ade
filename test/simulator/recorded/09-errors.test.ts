import { recordedRefusal } from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/09_error_envelope_400s.json.

const refusal = (
  step: number,
  request: string,
  form: RecordedStep['form'] & {},
  error: Parameters<typeof recordedRefusal>[0],
): RecordedStep => ({
  step,
  request,
  form,
  status: 400,
  body: recordedRefusal(error),
  exactly: true,
});

const creation = (step: number, as: string): RecordedStep => ({
  step,
  request: 'POST /v1/customers',
  form: { email: `s09-${as}@conformance.stripeapi.invalid` },
  as,
  status: 200,
  body: { object: 'customer', email: `s09-${as}@conformance.stripeapi.invalid` },
});

replaySteps('09 (errors)', [
  creation(0, 'first'),
  creation(1, 'second'),
  refusal(
    2,
    'GET /v1/customers',
    { limit: 'abc' },
    { code: 'parameter_invalid_integer', message: 'Invalid integer: abc', param: 'limit' },
  ),
  refusal(
    3,
    'GET /v1/customers',
    { wat: 'x' },
    { code: 'parameter_unknown', message: 'Received unknown parameter: wat', param: 'wat' },
  ),
  refusal(
    4,
    'POST /v1/customers',
    { invoice_settings: { nope: 'x' } },
    {
      code: 'parameter_unknown',
      message: 'Received unknown parameter: invoice_settings[nope]',
      param: 'invoice_settings[nope]',
    },
  ),
  refusal(
    5,
    'GET /v1/customers',
    { starting_after: 'cus_aaa' },
    {
      code: 'resource_missing',
      message: "No such customer: 'cus_aaa'",
      param: 'starting_after',
    },
  ),
  refusal(
    6,
    'GET /v1/customers',
    { starting_after: '{first}', ending_before: '{second}' },
    {
      message:
        'Received both starting_after and ending_before parameters. Please pass in only one.',
    },
  ),
]);
