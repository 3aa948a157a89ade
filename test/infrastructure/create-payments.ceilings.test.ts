import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createMemoryRefundSums } from '../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import type { Ceilings } from '../../src/application/ceilings.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import type { RefundSums } from '../../src/application/ports/refund-sums.js';
import { isPaymentError } from '../../src/application/thrown-payment-error.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { paymentErrors } from '../support/errors/payment-errors.js';

const day = 86_400;

/** A shop with a payment of 100.00 euros. `restart` opens it again with other ceilings or other parts. */
const openShop = async (first: Ceilings = {}) => {
  const world = { now: Date.UTC(2026, 0, 31, 12) / 1000 };
  const clock = () => world.now;
  const processor = createMemoryProcessor({ seed: 'ceilings', clock });
  const store = createMemoryIdempotencyStore();
  const refundSums = createMemoryRefundSums();
  const restart = (
    ceilings: Ceilings,
    parts: Partial<PaymentProcessor> = {},
    sums: Partial<RefundSums> = {},
  ) =>
    createPayments({
      processor: { ...processor, ...parts },
      clock,
      ceilings,
      stores: { idempotencyStore: store, refundSums: { ...refundSums, ...sums } },
      idempotencySecret: 'a secret of this test',
    });
  const { id: customer } = await restart({}).createCustomer({
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+34600000000',
  });
  const order = { customer, payment_method: 'pm_card_visa', confirm: true };
  const paid = await restart({}).createPaymentIntent({ ...order, amount: '100' });
  const refunds = async () =>
    (await restart({}).listRefunds({ payment_intent: paid.id })).data.map(({ amount }) => amount);
  return {
    world,
    processor,
    restart,
    payments: restart(first),
    order,
    charge: String(paid.latest_charge),
    refunds,
    /** The sum of the day. */
    counted: async () => {
      const probe = {
        id: 'probe',
        mayRepeat: true,
        client: '',
        day: '2026-01-31',
        currency: 'eur',
        amount: 1,
      };
      const seen = await refundSums.count(probe, 0)();
      return E.isRight(seen) && seen.right._tag === 'Exceeded' ? seen.right.sum : undefined;
    },
  };
};

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isPaymentError(error) ? error.message : error),
  );

const perDay = { largestRefundsPerDay: 1000 };

const spent = (counted: string, given: string) =>
  `The caller may refund at most 10.00 EUR in a day (UTC): ${counted} EUR are counted today, and this refund is ${given} EUR`;

describe('ceilings (decision P20)', () => {
  it('refuse a payment above the largest one, in minor units of its currency', async () => {
    const { payments, order } = await openShop({ largestPayment: 5000 });
    expect(await payments.createPaymentIntent({ ...order, amount: '50' })).to.include({
      amount: 5000,
    });
    expect(
      await refusalOf(payments.createPaymentIntent({ ...order, amount_minor: 5001 })),
    ).to.equal('The payment of 50.01 EUR is larger than the ceiling of 50.00 EUR');
  });

  it('refuse a refund above the largest one, also without an amount', async () => {
    const { payments, charge, refunds } = await openShop({ largestRefund: 5000 });
    expect(await refusalOf(payments.refundCharge({ charge, amount_minor: 5001 }))).to.equal(
      'The caller may refund at most 50.00 EUR at once, and this refund is 50.01 EUR',
    );
    for (const everything of [{ charge }, { charge, amount: '100' }]) {
      expect(await refusalOf(payments.refundCharge(everything))).to.equal(
        'The caller may refund at most 50.00 EUR at once, and this refund is 100.00 EUR',
      );
    }
    await payments.refundCharge({ charge, amount_minor: 5000 });
    // Now no more than that is left.
    await payments.refundCharge({ charge });
    expect(await refunds()).to.deep.equal([5000, 5000]);
  });

  it('answer a request that was done before the ceiling was lowered', async () => {
    const { restart, order, charge, refunds } = await openShop();
    const both = (ceilings: Ceilings) => {
      const payments = restart(ceilings);
      return [
        payments.withIdempotencyKey('pay').createPaymentIntent({ ...order, amount: '50' }),
        payments.withIdempotencyKey('refund').refundCharge({ charge, amount: '20' }),
      ] as const;
    };
    const [paid, refunded] = [await both({})[0], await both({})[1]];
    const low = { largestPayment: 1, largestRefund: 1, largestRefundsPerDay: 1 };
    const [paidAgain, refundedAgain] = both(low);
    expect(await paidAgain).to.deep.equal(paid);
    expect(await refundedAgain).to.deep.equal(refunded);
    expect(await refunds()).to.deep.equal([2000]);
  });

  for (const [when, seconds] of [
    ['under the same key of the processor', 60],
    ['by evidence, when the processor has forgotten its key', 2 * day],
  ] as const) {
    it(`let a doubt be settled after they were lowered, ${when}`, async () => {
      const { world, processor, restart, order, charge, refunds } = await openShop();
      const refund = (ceilings: Ceilings) =>
        restart(ceilings).withIdempotencyKey('refund').refundCharge({ charge });
      const pay = (ceilings: Ceilings) =>
        restart(ceilings)
          .withIdempotencyKey('pay')
          .createPaymentIntent({ ...order, amount: '50' });
      processor.controls.failNext({ on: 'refund', with: 'timeout_after' });
      expect(await refusalOf(refund({}))).to.contain('did not respond');
      processor.controls.failNext({ on: 'create', with: 'timeout_after' });
      expect(await refusalOf(pay({}))).to.contain('did not respond');
      world.now += seconds;
      const low = { largestPayment: 1, largestRefund: 1, largestRefundsPerDay: 1 };
      expect(await refund(low)).to.include({ amount: 10_000 });
      expect(await pay(low)).to.include({ amount: 5000 });
      expect(await refunds()).to.deep.equal([10_000]);
    });
  }

  it('hold for a request in doubt that was never done', async () => {
    const { processor, restart, order, charge, refunds } = await openShop();
    const refund = (ceilings: Ceilings) =>
      restart(ceilings).withIdempotencyKey('refund').refundCharge({ charge });
    const pay = (ceilings: Ceilings) =>
      restart(ceilings)
        .withIdempotencyKey('pay')
        .createPaymentIntent({ ...order, amount: '50' });
    processor.controls.failNext({ on: 'refund', with: 'timeout_before' });
    await refusalOf(refund({}));
    processor.controls.failNext({ on: 'create', with: 'timeout_before' });
    await refusalOf(pay({}));
    const sent = processor.controls.events().data.length;
    for (const low of [{ largestRefund: 1 }, { largestRefundsPerDay: 1 }]) {
      expect(await refusalOf(refund(low))).to.contain(
        'The first request with this idempotency key',
      );
    }
    expect(await refusalOf(pay({ largestPayment: 1 }))).to.contain(
      'The first request with this idempotency key',
    );
    expect(processor.controls.events().data.length).to.equal(sent);
    expect(await refunds()).to.deep.equal([]);
  });

  describe('of the refunds in a day', () => {
    it('add up refunds in every way to write them, and begin anew the next day in UTC', async () => {
      const { world, payments, charge, refunds } = await openShop(perDay);
      await payments.refundCharge({ charge, amount: '4' });
      await payments.refundCharge({ charge, amount_minor: 600 });
      expect(await refusalOf(payments.refundCharge({ charge, amount_minor: 1 }))).to.equal(
        spent('10.00', '0.01'),
      );
      world.now = Date.UTC(2026, 1, 1) / 1000 - 1;
      expect(await refusalOf(payments.refundCharge({ charge, amount_minor: 1 }))).to.equal(
        spent('10.00', '0.01'),
      );
      world.now += 1;
      await payments.refundCharge({ charge, amount_minor: 1000 });
      expect(await refunds()).to.deep.equal([1000, 600, 400]);
    });

    it('count everything that is left for a refund without an amount', async () => {
      const { restart, charge, refunds } = await openShop();
      expect(await refusalOf(restart(perDay).refundCharge({ charge }))).to.equal(
        spent('0.00', '100.00'),
      );
      await restart({}).refundCharge({ charge, amount: '95' });
      await restart(perDay).refundCharge({ charge });
      expect(await refusalOf(restart(perDay).refundCharge({ charge, amount: '6' }))).to.equal(
        spent('5.00', '6.00'),
      );
      expect(await refunds()).to.deep.equal([500, 9500]);
    });

    it('let no more through of many at once than fit', async () => {
      const { payments, charge, refunds } = await openShop(perDay);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => refusalOf(payments.refundCharge({ charge, amount: '3' }))),
      );
      expect(outcomes.filter((one) => one === 'done')).to.have.length(3);
      expect(await refunds()).to.deep.equal([300, 300, 300]);
    });

    it('count a request under a key once, however often it is repeated', async () => {
      const { payments, charge, counted } = await openShop(perDay);
      const refund = () =>
        payments.withIdempotencyKey('refund').refundCharge({ charge, amount: '4' });
      await refund();
      await refund();
      expect(await counted()).to.equal(400);
    });

    it('hold for a refund under a key whose earlier one was forgotten', async () => {
      const { world, payments, charge, refunds } = await openShop(perDay);
      const refund = (amount: string) =>
        payments.withIdempotencyKey('refund').refundCharge({ charge, amount });
      await refund('0.01');
      world.now += 31 * day;
      expect(await refusalOf(refund('10.01'))).to.equal(spent('0.00', '10.01'));
      await refund('10');
      expect(await refusalOf(payments.refundCharge({ charge, amount: '1' }))).to.equal(
        spent('10.00', '1.00'),
      );
      expect(await refunds()).to.deep.equal([1000, 1]);
    });

    it('count a call with a key for the processor once', async () => {
      const { payments, charge, counted } = await openShop(perDay);
      const options = { processorIdempotencyKey: 'refund' };
      await payments.refundCharge({ charge, amount: '4' }, options);
      await payments.refundCharge({ charge, amount: '4' }, options);
      expect(await counted()).to.equal(400);
    });

    it('keep a refund whose outcome is unknown, and count it once when it is repeated', async () => {
      const { world, processor, payments, charge, counted, refunds } = await openShop(perDay);
      const refund = () =>
        payments.withIdempotencyKey('refund').refundCharge({ charge, amount: '8' });
      processor.controls.failNext({ on: 'refund', with: 'timeout_after' });
      expect(await refusalOf(refund())).to.contain('did not respond');
      expect(await counted()).to.equal(800);
      expect(await refusalOf(payments.refundCharge({ charge, amount: '3' }))).to.equal(
        spent('8.00', '3.00'),
      );
      world.now += 60;
      expect(await refund()).to.include({ amount: 800 });
      expect(await counted()).to.equal(800);
      expect(await refunds()).to.deep.equal([800]);
    });

    const notDone = [
      ['the processor refused it', paymentErrors.CardError, 0],
      [
        'its charge is gone',
        { ...paymentErrors.ProcessorRefused, status: 404, code: 'resource_missing' },
        0,
      ],
      ['the processor has too many requests', paymentErrors.ProcessorRefused, 0],
      [
        'the processor was not reached',
        { ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' },
        0,
      ],
      ['the key of the service is wrong', paymentErrors.ProcessorAuthenticationFailed, 0],
      ['the processor did not answer', paymentErrors.ProcessorUnavailable, 400],
      ['the processor failed', paymentErrors.ProcessorFailed, 400],
      ['another request has its key', { ...paymentErrors.ProcessorRefused, status: 409 }, 400],
      [
        'its key was used for something else',
        { ...paymentErrors.ProcessorRefused, status: 400, code: 'idempotency_error' },
        400,
      ],
    ] as const;
    for (const [reason, error, left] of notDone) {
      it(`count ${left} of a refund of 400 when ${reason}`, async () => {
        const { restart, charge, counted } = await openShop();
        const payments = restart(perDay, { createRefund: () => TE.left(error) });
        expect(await refusalOf(payments.refundCharge({ charge, amount: '4' }))).not.to.equal(
          'done',
        );
        expect(await counted()).to.equal(left);
      });
    }

    for (const [reason, error, left] of [
      ['was refused for good', paymentErrors.CardError, 0],
      ['was turned away', paymentErrors.ProcessorRefused, 400],
      [
        'did not reach the processor',
        { ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' },
        400,
      ],
      ['came with a wrong key of the service', paymentErrors.ProcessorAuthenticationFailed, 400],
    ] as const) {
      it(`count ${left} of a refund of 400 in doubt whose repetition ${reason}`, async () => {
        const { world, processor, restart, charge, counted } = await openShop();
        const refund = (parts: Partial<PaymentProcessor>) =>
          restart(perDay, parts).withIdempotencyKey('refund').refundCharge({ charge, amount: '4' });
        processor.controls.failNext({ on: 'refund', with: 'timeout_after' });
        await refusalOf(refund({}));
        world.now += 60;
        await refusalOf(refund({ createRefund: () => TE.left(error) }));
        expect(await counted()).to.equal(left);
      });
    }

    for (const [status, left] of [
      ['failed', 0],
      ['canceled', 0],
      ['pending', 400],
      ['requires_action', 400],
      ['succeeded', 400],
      [null, 400],
    ] as const) {
      it(`count ${left} of a refund of 400 that is ${status} already`, async () => {
        const { restart, processor, charge, counted } = await openShop();
        const payments = restart(perDay, {
          createRefund: (refund, options) =>
            pipe(
              processor.createRefund(refund, options),
              TE.map((made) => ({ ...made, status })),
            ),
        });
        expect(await payments.refundCharge({ charge, amount: '4' })).to.include({ status });
        expect(await counted()).to.equal(left);
      });
    }

    it('forget all of a refund without an amount that was refused for good when it was repeated', async () => {
      const { world, processor, restart, charge, counted } = await openShop();
      const all = (parts: Partial<PaymentProcessor>) =>
        restart({ largestRefundsPerDay: 10_000 }, parts)
          .withIdempotencyKey('all')
          .refundCharge({ charge });
      processor.controls.failNext({ on: 'refund', with: 'timeout_before' });
      await refusalOf(all({}));
      expect(await counted()).to.equal(10_000);
      await restart({}).refundCharge({ charge });
      world.now += 60;
      expect(await refusalOf(all({}))).to.contain('already been refunded');
      expect(await counted()).to.equal(0);
    });

    for (const [what, error] of [
      ['was turned away', paymentErrors.ProcessorRefused],
      [
        'did not reach the processor',
        { ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' },
      ],
    ] as const) {
      it(`keep a refund with a key for the processor that was done, when its repetition ${what}`, async () => {
        const { processor, restart, charge, counted, refunds } = await openShop();
        const refund = (parts: Partial<PaymentProcessor>) =>
          restart(perDay, parts).refundCharge(
            { charge, amount: '4' },
            { processorIdempotencyKey: 'mine' },
          );
        processor.controls.failNext({ on: 'refund', with: 'timeout_after' });
        await refusalOf(refund({}));
        await refusalOf(refund({ createRefund: () => TE.left(error) }));
        expect(await counted()).to.equal(400);
        expect(await refunds()).to.deep.equal([400]);
      });

      it(`keep a refund that another instance made, after the first one was suspended and ${what}`, async () => {
        const { world, restart, charge, counted, refunds } = await openShop();
        const refund = (parts: Partial<PaymentProcessor> = {}) =>
          restart(perDay, parts).withIdempotencyKey('refund').refundCharge({ charge, amount: '4' });
        await refund({
          createRefund: () => async () => {
            world.now += 3600;
            await refund();
            return E.left(error);
          },
        });
        expect(await counted()).to.equal(400);
        expect(await refunds()).to.deep.equal([400]);
      });

      it(`give back a refund under a key that ${what}, as long as nobody else had the key`, async () => {
        const { restart, charge, counted } = await openShop();
        const payments = restart(perDay, { createRefund: () => TE.left(error) });
        const keyed = payments.withIdempotencyKey('refund');
        await refusalOf(keyed.refundCharge({ charge, amount: '4' }));
        expect(await counted()).to.equal(0);
      });
    }

    it('correct the sum when the processor refunded another amount', async () => {
      const { restart, processor, charge, counted } = await openShop();
      const less = restart(perDay, {
        createRefund: (refund, options) =>
          pipe(
            processor.createRefund(refund, options),
            TE.map((made) => ({ ...made, amount: 250 })),
          ),
      });
      await less.refundCharge({ charge, amount: '4' });
      expect(await counted()).to.equal(250);
    });

    it('refund nothing when the store cannot count, and all the same when it cannot correct', async () => {
      const { restart, charge, refunds, counted } = await openShop();
      const away = () => TE.left(paymentErrors.StoreUnavailable);
      const uncounted = restart(perDay, {}, { count: away });
      expect(await refusalOf(uncounted.refundCharge({ charge, amount: '4' }))).to.contain(
        'nothing was done',
      );
      expect(await refunds()).to.deep.equal([]);
      for (const settle of [
        away,
        () => {
          throw new Error('a defect');
        },
      ]) {
        const kept = restart(
          perDay,
          { createRefund: () => TE.left(paymentErrors.CardError) },
          { settle },
        );
        expect(await refusalOf(kept.refundCharge({ charge, amount: '1' }))).to.equal(
          paymentErrors.CardError.message,
        );
      }
      expect(await counted()).to.equal(200);
    });

    // In minor units. A request with a key is always the same.
    const asked = { a: 400, b: 500, c: 300, own: 350, none: 250 } as const;
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'own', 'none'),
      fails: fc.constantFrom(
        undefined,
        'rate_limit',
        'server_error',
        'unreachable',
        'timeout_before',
        'timeout_after',
        'cut_short',
      ),
      /** Its instance sleeps before its call, until another one has repeated it. */
      sleeps: fc.boolean(),
    });

    it('are never more than are counted, whatever fails and whoever sleeps', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const { world, processor, restart, charge, counted, refunds } = await openShop();
          const refund = (key: keyof typeof asked, parts: Partial<PaymentProcessor> = {}) => {
            const payments = restart(perDay, parts);
            const input = { charge, amount_minor: asked[key] };
            if (key === 'none') return payments.refundCharge(input);
            return key === 'own'
              ? payments.refundCharge(input, { processorIdempotencyKey: key })
              : payments.withIdempotencyKey(key).refundCharge(input);
          };
          for (const { key, fails, sleeps } of steps) {
            const createRefund: PaymentProcessor['createRefund'] = (input, options) => async () => {
              world.now += 3600;
              await refusalOf(refund(key));
              if (fails !== undefined) processor.controls.failNext({ on: 'refund', with: fails });
              return processor.createRefund(input, options)();
            };
            if (fails !== undefined && !sleeps) {
              processor.controls.failNext({ on: 'refund', with: fails });
            }
            await refusalOf(refund(key, sleeps ? { createRefund } : {}));
            const given = (await refunds()).reduce((sum, amount) => sum + amount, 0);
            expect((await counted()) ?? 0).to.be.at.least(given);
            expect(given).to.be.at.most(1000);
          }
        }),
        { seed: 42, numRuns: 200 },
      ));
  });
});
