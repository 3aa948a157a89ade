import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import type { PaymentsOptions } from '../../src/infrastructure/payments-options.js';
import { createMemoryProcessor } from '../../src/memory.js';

const day = 24 * 60 * 60;

/** A shop over an adapter in JavaScript, with which TypeScript would find fault. */
const shopOver = (wrong: object) => {
  const world = { now: 1_800_000_000 };
  const clock = () => world.now;
  const memory = createMemoryProcessor({ seed: 'wrong adapters', clock });
  const processor: PaymentsOptions['processor'] = Object.assign({ ...memory }, wrong);
  const payments = createPayments({ processor, clock });
  const refund = () =>
    payments
      .withIdempotencyKey('refund 42')
      .refundCharge({ charge: 'ch_1', amount_minor: 500 })
      .catch((error: unknown) => error);
  return { world, refund };
};

const lost = TE.left({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('lost'),
});

describe('a refund over an adapter with a defect, under an idempotency key', () => {
  for (const [what, createRefund] of Object.entries({
    'an error of its own': () => TE.left(new Error('declined')),
    'a promise of an object': () => async () => ({ id: 're_1' }),
    nothing: () => TE.right(undefined),
  })) {
    it(`has an unknown outcome after ${what}, and its key stays usable`, async () => {
      const { refund } = shopOver({ createRefund });
      expect(await refund()).to.have.property('_tag', 'Unexpected');
      expect(await refund()).to.have.property('_tag', 'Unexpected');
    });
  }

  it('stays in doubt when a look-up finds something that is no outcome', async () => {
    const { world, refund } = shopOver({
      createRefund: () => lost,
      lookUps: { createRefund: () => TE.right({ _tag: 'Found', value: { id: 're_1' } }) },
    });
    await refund();
    world.now += day;
    expect(await refund()).to.have.property('_tag', 'IdempotencyKeyInDoubt');
  });
});
