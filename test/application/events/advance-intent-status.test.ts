import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  advanceIntentStatus,
  type IntentStatusAt,
} from '../../../src/application/events/advance-intent-status.js';
import { paymentIntentStatuses } from '../../../src/domain/objects/payment-intent.js';
import { seed } from '../../support/inputs/seed.js';

const holds: ReadonlyArray<
  readonly [known: readonly [string, number], heard: readonly [string, number], holds: string]
> = [
  [['succeeded', 5], ['processing', 9], 'succeeded'],
  [['canceled', 5], ['requires_action', 9], 'canceled'],
  [['succeeded', 5], ['canceled', 9], 'succeeded'],
  [['canceled', 5], ['succeeded', 9], 'succeeded'],
  [['processing', 5], ['succeeded', 5], 'succeeded'],
  [['processing', 9], ['succeeded', 5], 'succeeded'],
  [['requires_capture', 5], ['requires_action', 9], 'requires_capture'],
  [['requires_capture', 5], ['canceled', 9], 'canceled'],
  [['requires_action', 9], ['requires_capture', 5], 'requires_capture'],
  [['requires_action', 5], ['requires_payment_method', 9], 'requires_payment_method'],
  [['requires_action', 9], ['requires_payment_method', 5], 'requires_action'],
  [['requires_confirmation', 5], ['requires_action', 5], 'requires_action'],
  [['requires_action', 5], ['requires_confirmation', 5], 'requires_action'],
  [['processing', 5], ['requires_something_new', 9], 'requires_something_new'],
  [['succeeded', 5], ['requires_something_new', 9], 'succeeded'],
];

const statusAt = ([status, moment]: readonly [string, number]): IntentStatusAt => ({
  status,
  at: moment,
});

const arbitraryStatus = (): fc.Arbitrary<IntentStatusAt> =>
  fc.record({
    status: fc.constantFrom(...paymentIntentStatuses, 'new_one', 'new_two', 'constructor'),
    at: fc.integer({ min: 1, max: 4 }),
  });

const foldOf = (heard: ReadonlyArray<IntentStatusAt>): IntentStatusAt | undefined =>
  heard.reduce<IntentStatusAt | undefined>(advanceIntentStatus, undefined);

describe('advanceIntentStatus', () => {
  for (const [known, heard, status] of holds) {
    it(`returns ${status} for ${known.join(' at ')} and ${heard.join(' at ')}`, () => {
      expect(advanceIntentStatus(statusAt(known), statusAt(heard)).status).to.equal(status);
    });
  }

  it('accepts the first status', () => {
    expect(advanceIntentStatus(undefined, { status: 'processing', at: 3 })).to.deep.equal({
      status: 'processing',
      at: 3,
    });
  });

  it('ends with the same status in every order, and with repetitions', () => {
    const orders = fc
      .array(arbitraryStatus(), { minLength: 1, maxLength: 8 })
      .chain((heard) =>
        fc.tuple(
          fc.constant(heard),
          fc.shuffledSubarray([...heard, ...heard], { minLength: heard.length * 2 }),
        ),
      );
    fc.assert(
      fc.property(orders, ([heard, otherwise]) => {
        expect(foldOf(otherwise)).to.deep.equal(foldOf(heard));
      }),
      { seed },
    );
  });
});
