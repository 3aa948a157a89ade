import { expect } from 'chai';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import type { NewCheckoutSession } from '../../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { CheckoutSessionId, CustomerId } from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import { searched } from '../../../../src/domain/search-outcome.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { at } from '../../../support/json/at.js';

const start = 1_800_000_000;
const success_url = 'https://shop.example/thanks';

const selling: NewCheckoutSession = {
  mode: 'payment',
  currency: 'eur',
  success_url,
  line_items: [{ name: 'T-shirt', unit_amount: decoded(MinorUnits, 1999), quantity: 2 }],
};
const saving: NewCheckoutSession = { mode: 'setup', currency: 'eur', success_url };

/** A processor, the session that a call with the key `order-42` made, and the look-ups of such calls. */
const open = async (asked: NewCheckoutSession) => {
  const processor = createMemoryProcessor({ seed: 24, clock: () => start });
  const customer = decoded(CustomerId, (await valueOf(processor.createCustomer({}))).id);
  const made = await valueOf(
    processor.createCheckoutSession(asked, { idempotencyKey: 'order-42' }),
  );
  const lookUp = (input: NewCheckoutSession, idempotencyKey = 'order-42') =>
    processor.lookUps?.createCheckoutSession?.(input, { idempotencyKey, since: start })();
  return { processor, customer, made, lookUp };
};

describe('the look-up of a created checkout session', () => {
  for (const [what, asked] of [
    ['sells', selling],
    ['sells for an order', { ...selling, client_reference_id: 'order-42' }],
    ['saves a payment method', saving],
  ] as const) {
    it(`finds one that ${what}`, async () => {
      const { lookUp, made } = await open(asked);
      expect(await lookUp(asked)).to.have.nested.property('right.value.right.id', made.id);
    });
  }

  it('finds that of a customer', async () => {
    const { processor, customer } = await open(selling);
    const asked = { ...selling, customer };
    const { id } = await valueOf(
      processor.createCheckoutSession(asked, { idempotencyKey: 'order-43' }),
    );
    const sent = { idempotencyKey: 'order-43', since: start };
    const found = await processor.lookUps?.createCheckoutSession?.(asked, sent)();
    expect(found).to.have.nested.property('right.value.right.id', id);
  });

  it('finds none that another key made', async () => {
    const { lookUp } = await open(selling);
    expect(at(await lookUp(selling, 'never sent'), 'right')).to.deep.equal(searched.absent);
  });

  it('finds that the key made another session', async () => {
    const { lookUp } = await open(selling);
    for (const other of [
      saving,
      { ...selling, line_items: [{ name: 'A', unit_amount: decoded(MinorUnits, 1), quantity: 1 }] },
      { ...selling, client_reference_id: 'order-43' },
    ]) {
      expect(await lookUp(other), JSON.stringify(other)).to.have.nested.property(
        'right.value.left.code',
        'idempotency_error',
      );
    }
  });
});

it('the look-up of an expired checkout session goes by its status', async () => {
  const { processor, made } = await open(selling);
  const session = decoded(CheckoutSessionId, made.id);
  const lookUp = () =>
    processor.lookUps?.expireCheckoutSession?.(
      { session },
      { idempotencyKey: 'expiry', since: start },
    )();
  expect(at(await lookUp(), 'right')).to.deep.equal(searched.absent);
  await valueOf(processor.expireCheckoutSession({ session }));
  expect(await lookUp()).to.have.nested.property('right.value.right.status', 'expired');
});
