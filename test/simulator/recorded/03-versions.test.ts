import { replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/03_malformed_stripe_version.json.

replaySteps('03 (malformed version)', [
  {
    step: 0,
    request: 'GET /v1/customers',
    form: { limit: 1 },
    headers: { 'stripe-version': 'not-a-real-version' },
    status: 400,
    body: {
      error: {
        message: 'Invalid Stripe API version: not-a-real-version',
        type: 'invalid_request_error',
      },
    },
    exactly: true,
  },
]);
