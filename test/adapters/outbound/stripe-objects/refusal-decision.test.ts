import { expect } from 'chai';
import { decisionOn } from '../../../../src/adapters/outbound/stripe-objects/refusal-decision.js';
import type { ProcessorDecision } from '../../../../src/domain/processor-decision.js';

const invalid = 'invalid_request_error';

// The statuses are those of https://docs.stripe.com/api/errors, and those that a server in between may send with them. The codes
// are from https://docs.stripe.com/error-codes.
const table: ReadonlyArray<
  readonly [status: number, type: unknown, code: unknown, decision: ProcessorDecision]
> = [
  [400, invalid, 'parameter_missing', 'final'],
  [400, invalid, undefined, 'final'],
  [400, 'idempotency_error', undefined, 'final'],
  [400, undefined, undefined, 'final'],
  [400, invalid, 'rate_limit', 'turned_away'],
  [400, invalid, 'lock_timeout', 'turned_away'],
  [400, 'api_error', undefined, 'undecided'],
  [402, 'card_error', 'card_declined', 'final'],
  [402, invalid, undefined, 'final'],
  [404, invalid, 'resource_missing', 'final'],
  [404, 'api_error', undefined, 'undecided'],
  [408, 'api_error', undefined, 'turned_away'],
  [409, invalid, 'idempotency_key_in_use', 'undecided'],
  [409, 'idempotency_error', undefined, 'undecided'],
  [409, invalid, undefined, 'undecided'],
  [409, invalid, 'lock_timeout', 'turned_away'],
  [410, invalid, undefined, 'final'],
  [424, 'api_error', undefined, 'undecided'],
  [424, invalid, undefined, 'undecided'],
  [424, undefined, 7, 'undecided'],
  [425, invalid, undefined, 'turned_away'],
  [429, invalid, 'rate_limit', 'turned_away'],
  [429, 'rate_limit_error', undefined, 'turned_away'],
  [429, invalid, 'lock_timeout', 'turned_away'],
  [429, 'api_error', undefined, 'turned_away'],
];

describe('the decision in a refusal of Stripe', () => {
  for (const [status, type, code, decision] of table) {
    it(`${status} ${String(type)} ${String(code)} is ${decision}`, () => {
      expect(decisionOn({ status, type, code })).to.equal(decision);
    });
  }
});
