import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createOutcomeLookUps } from '../../../../src/adapters/outbound/look-ups/outcome-look-ups.js';
import type { OutcomeReads } from '../../../../src/adapters/outbound/look-ups/outcome-reads.js';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import type { NewPaymentIntent } from '../../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { CustomerId, PaymentMethodId } from '../../../../src/domain/ids.js';
import { Cents } from '../../../../src/domain/money.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { every, processorList } from './support/processor-list.js';

const start = 1_800_000_000;
const day = 24 * 60 * 60;

const paymentOf = (customer: string): NewPaymentIntent => ({
  amount: decoded(Cents, 1999),
  currency: 'eur',
  customer: decoded(CustomerId, customer),
  payment_method: decoded(PaymentMethodId, 'pm_card_visa'),
  confirmation_method: 'manual',
  confirm: false,
});

describe('a look-up that finds nothing', () => {
  const notRead = () => TE.left({ _tag: 'Unexpected' as const, cause: 'not to be read' });

  /** Reads of a customer who pays once in `step` seconds, and of the events of these payments. */
  const readsOf = (step: number) => {
    const moments = every(step, start - day, start + 3 * day);
    const intents = processorList(
      moments.map((moment) => ({
        ...moment,
        object: 'payment_intent' as const,
        amount: 1999,
        currency: 'eur',
        status: 'succeeded',
        livemode: false,
        payment_method_types: ['card'],
        latest_charge: null,
        charges: { object: 'list' as const, data: [], has_more: false, url: '/' },
      })),
    );
    const events = processorList(
      moments.map((moment) => ({
        ...moment,
        type: 'payment_intent.created',
        request: null,
        data: { object: {} },
      })),
    );
    const reads: OutcomeReads = {
      now: () => start + 20 * day,
      listIntents: intents.list,
      listEvents: events.list,
      retrieveIntent: notRead,
      listCharges: notRead,
      retrieveSetupIntent: notRead,
      listSetupIntents: notRead,
      retrieveRefund: notRead,
      listRefunds: notRead,
      retrieveCustomer: notRead,
      listCustomers: notRead,
      retrieveToken: notRead,
      retrievePaymentMethod: notRead,
      retrieveCard: notRead,
    };
    return { reads, intents, events };
  };

  for (const [step, who, lists, pages] of [
    [3600, 'an ordinary customer', 1, 1],
    [16, 'a customer with 5,400 payments a day', 17, 11],
  ] as const) {
    it(`reads for ${who} pages of payments: ${lists}, of events: ${pages}`, async () => {
      const { reads, intents, events } = readsOf(step);
      const { createPaymentIntent } = createOutcomeLookUps(() => reads);
      const sent = { idempotencyKey: 'never sent', since: start };
      const found = await createPaymentIntent?.(paymentOf('cus_1'), sent)();
      expect(found).to.deep.equal(E.right(O.none));
      expect([intents.asked.length, events.asked.length]).to.deep.equal([lists, pages]);
    });
  }
});

describe('a look-up of a busy customer in the in-memory processor', () => {
  /** A customer to whom all guests pay, and a payment of theirs whose response nobody got. */
  const openShop = async () => {
    const time = { now: start };
    const processor = createMemoryProcessor({ seed: 24, clock: () => time.now });
    const { id } = await valueOf(processor.createCustomer({}));
    const input = paymentOf(id);
    const pay = (key: string) =>
      valueOf(processor.createPaymentIntent(input, { idempotencyKey: key }));
    const lookUp = async (idempotencyKey: string, since: number) => {
      const found = await processor.lookUps?.createPaymentIntent?.(input, {
        idempotencyKey,
        since,
      })();
      return found !== undefined && E.isRight(found) ? O.toNullable(found.right) : 'failed';
    };
    return { time, pay, lookUp };
  };

  it('finds a payment before 5,100 newer ones, also after 20 days', async () => {
    const { time, pay, lookUp } = await openShop();
    const done = await pay('order-42');
    for (let n = 0; n < 5100; n += 1) {
      time.now = start + 1 + Math.floor((n * 2 * day) / 5100);
      await pay(`newer ${n}`);
    }
    for (const age of [2 * day, 20 * day]) {
      time.now = start + age;
      expect(await lookUp('order-42', start)).to.have.nested.property('right.id', done.id);
      expect(await lookUp('never sent', start)).to.equal(null);
    }
  });

  it('finds a payment before 5,100 newer ones of the same minute', async () => {
    const { time, pay, lookUp } = await openShop();
    const done = await pay('order-42');
    for (let n = 0; n < 5100; n += 1) {
      time.now = start + Math.floor(n / 100);
      await pay(`newer ${n}`);
    }
    time.now = start + 20 * day;
    expect(await lookUp('order-42', start)).to.have.nested.property('right.id', done.id);
  });
});
