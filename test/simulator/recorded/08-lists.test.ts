import { recordedCustomer, recordedPage } from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/08_pagination_boundary_and_limit_clamps.json. Steps 103 to 106
// walk over the pages that step 102 clamps.

const email = 's08-cohort@conformance.stripeapi.invalid';

const described = (index: number): string => `s08 ${String(index).padStart(3, '0')}`;

const creation = (step: number): RecordedStep => ({
  step,
  request: 'POST /v1/customers',
  form: { email, description: described(step) },
  status: 200,
  body: recordedCustomer({ email, description: described(step) }),
  exactly: true,
});

/** A page from the customer `from` down to the customer `to`. */
const page = (
  step: number,
  form: RecordedStep['form'] & {},
  [from, to]: readonly [number, number],
  has_more: boolean,
): RecordedStep => ({
  step,
  request: 'GET /v1/customers',
  form: { email, ...form },
  captures: { [`first${step}`]: 'data.0.id', [`last${step}`]: `data.${from - to}.id` },
  status: 200,
  body: recordedPage(
    '/v1/customers',
    Array.from({ length: from - to + 1 }, (_, index) =>
      recordedCustomer({ email, description: described(from - index) }),
    ),
    has_more,
  ),
  exactly: true,
});

replaySteps('08 (lists)', [
  ...Array.from({ length: 101 }, (_, step) => creation(step)),
  page(101, { limit: 0 }, [100, 100], true),
  page(102, { limit: 101 }, [100, 1], true),
  page(103, { limit: 40 }, [100, 61], true),
  page(104, { limit: 40, starting_after: '{last103}' }, [60, 21], true),
  page(105, { limit: 40, starting_after: '{last104}' }, [20, 0], false),
  page(106, { limit: 40, ending_before: '{first104}' }, [100, 61], false),
]);
