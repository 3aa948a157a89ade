import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorExtras } from '../../../../src/application/ports/payment-processor.js';
import { CustomerId, PaymentMethodId } from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import { searched } from '../../../../src/domain/search-outcome.js';
import { startFakeServer } from '../../../../src/fake-server.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { expectSuccess } from '../../../support/http/expect-answer.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { useService } from '../../../support/service/use-service.js';

const intentOf = (customer: string, payment_method = 'pm_card_visa') => ({
  amount: decoded(MinorUnits, 1999),
  currency: 'eur' as const,
  customer: decoded(CustomerId, customer),
  payment_method: decoded(PaymentMethodId, payment_method),
  confirmation_method: 'manual' as const,
  confirm: true,
});

const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

/** A payment under an idempotency key, 320 newer ones, and no visible event. */
const busyShop = async (processor: ReturnType<typeof createMemoryProcessor>) => {
  const since = processor.controls.clock.now();
  processor.controls.delayEvents(3600);
  const { id: customer } = right(await processor.createCustomer({})());
  const input = intentOf(customer);
  const paid = right(await processor.createPaymentIntent(input, { idempotencyKey: 'order-42' })());
  for (let made = 0; made < 320; made += 1) {
    right(await processor.createPaymentIntent({ ...input, confirm: false })());
  }
  expect(processor.controls.events().data).to.deep.equal([]);
  return { input, paid, sent: { idempotencyKey: 'order-42', since } };
};

const expectFound = async (
  lookUps: ProcessorExtras['lookUps'],
  { input, paid, sent }: Awaited<ReturnType<typeof busyShop>>,
) => {
  const found = await lookUps?.createPaymentIntent?.(input, sent)();
  expect(found).to.have.nested.property('right.value.right.id', paid.id);
  const other = await lookUps?.createPaymentIntent?.(input, { ...sent, idempotencyKey: 'other' })();
  expect(other).to.deep.equal(E.right(searched.absent));
};

describe('late events of the in-memory processor', () => {
  it('become visible when due, in lists and to listeners, in order', async () => {
    const processor = createMemoryProcessor({ clock: () => 1_800_000_000 });
    const { controls } = processor;
    const heard: Array<string> = [];
    controls.onEvent(({ type }) => void heard.push(type));
    controls.delayEvents(60);
    const { id } = right(await processor.createCustomer({})());
    right(await processor.deleteCustomer({ customer: decoded(CustomerId, id) })());
    const seen = () => controls.events().data.map(({ type }) => type);
    controls.clock.advance(59);
    expect([seen(), heard]).to.deep.equal([[], []]);
    controls.clock.advance(1);
    expect(seen()).to.deep.equal(['customer.deleted', 'customer.created']);
    expect(heard).to.deep.equal(['customer.created', 'customer.deleted']);
  });

  it('become visible when the delay ends, and are part of a snapshot', async () => {
    const processor = createMemoryProcessor();
    const { controls } = processor;
    controls.delayEvents(60);
    right(await processor.createCustomer({})());
    const snapshot = controls.snapshot();
    controls.reset();
    expect(controls.snapshot()).not.to.have.property('lateEvents');
    controls.restore(snapshot);
    expect(controls.events().data).to.deep.equal([]);
    controls.delayEvents(0);
    expect(controls.events().data).to.have.lengthOf(1);
  });

  for (const seconds of [-1, 0.5, Number.NaN, 2_592_001]) {
    it(`cannot be delayed by ${seconds} seconds`, () => {
      const { controls } = createMemoryProcessor();
      expect(() => controls.delayEvents(seconds)).to.throw(
        /seconds must be a whole number from 0 to 2592000 \(30 days\)/,
      );
    });
  }

  it('do not hide a payment with 320 newer ones from its idempotency key', async () => {
    const processor = createMemoryProcessor();
    await expectFound(processor.lookUps, await busyShop(processor));
  });

  it('nor over HTTP', async () => {
    const server = await startFakeServer();
    try {
      const secretKey = ['sk', 'test', 'late'].join('_');
      const shop = await busyShop(server.account(secretKey).processor);
      const stripe = createStripeProcessor({ secretKey, baseUrl: server.url });
      await expectFound(stripe.lookUps, shop);
    } finally {
      await server.close();
    }
  });

  describe('over HTTP', () => {
    const { call } = useService();

    it('are set up with /_processor/delay-events', async () => {
      const body = { seconds: 30 };
      const answer = await call('POST', '/_processor/delay-events', { body });
      expect(expectSuccess(answer, 200, 'Eventos retrasados')).to.deep.equal(body);
    });
  });
});
