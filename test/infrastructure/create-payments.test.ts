import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { type Logger, silentLogger } from '../../src/application/ports/logger.js';
import type { Telemetry } from '../../src/application/ports/telemetry.js';
import { eventOf } from '../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import type { PaymentsOptions } from '../../src/infrastructure/payments-options.js';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { captureTelemetry } from '../support/service/captured-telemetry.js';
import { eventually } from '../support/time/until.js';

const rest = ({ createCustomer: _ours, ...others }: ReturnType<typeof createMemoryProcessor>) =>
  others;

describe('createPayments', () => {
  const day = 24 * 60 * 60;
  const processor = createMemoryProcessor({ seed: 1 });

  it('accepts a processor that is an instance of a class', async () => {
    const inner = createMemoryProcessor({ seed: 1 });
    class Processor {
      readonly #made: Array<string> = [];

      createCustomer(...[fields, options]: Parameters<typeof inner.createCustomer>) {
        this.#made.push('customer');
        return inner.createCustomer(fields, options);
      }
    }
    const payments = createPayments({ processor: Object.assign(new Processor(), rest(inner)) });
    const customer = await payments.createCustomer({ email: 'a@b.es', name: 'A', phone: '1' });
    expect(customer.id).to.match(/^cus_/);
  });

  describe('with card numbers in texts (decision A18)', () => {
    const person = { email: 'a@b.es', name: 'Ada 4539 5787 6362 1486', phone: '1' };

    it('accepts the input unchanged, and logs the field once', async () => {
      const lines: Array<unknown> = [];
      const log = (...line: ReadonlyArray<unknown>): void => void lines.push(line);
      const logger = { info: log, warn: log, error: log };
      const payments = createPayments({ processor: createMemoryProcessor({ seed: 1 }), logger });
      expect((await payments.createCustomer(person)).name).to.equal(person.name);
      await payments.withIdempotencyKey('key 1').createCustomer(person);
      expect(lines).to.deep.equal([
        [
          'texts of a request have card numbers: tell the client not to send them',
          { operation: 'createCustomer', fields: 'name' },
        ],
      ]);
    });

    it('refuses the input with cardNumbersInText: refuse, also with a key', async () => {
      const { taskEither, withIdempotencyKey } = createPayments({
        processor,
        cardNumbersInText: 'refuse',
      });
      const refusal = E.left({ _tag: 'CardNumberInText', fields: ['name'] });
      expect(await taskEither.createCustomer(person)()).to.deep.equal(refusal);
      const keyed = withIdempotencyKey('key 1').taskEither;
      expect(await keyed.createCustomer(person)()).to.deep.equal(refusal);
    });

    it('refuses a card number as idempotency key with cardNumbersInText: refuse', async () => {
      const { withIdempotencyKey } = createPayments({ processor, cardNumbersInText: 'refuse' });
      const create = (key: string) =>
        withIdempotencyKey(key).taskEither.createCustomer({ ...person, name: 'Ada' })();
      expect(await create('4539578763621486')).to.deep.equal(
        E.left({ _tag: 'CardNumberInText', fields: ['Idempotency-Key'] }),
      );
      expect(E.isRight(await create('2026011512345671'))).to.equal(true);
    });
  });

  for (const handler of ['["charge.succeeded"]', '["", 7]', '[7, 7]', '[]']) {
    it(`refuses on(...${handler})`, () => {
      const { on } = createPayments({ processor });
      expect(() => Reflect.apply(on, undefined, JSON.parse(handler))).to.throw(
        TypeError,
        "on: pass an event type or '*', and a handler function",
      );
    });
  }

  for (const [type, problem] of [
    [
      'setup_intent.succeded',
      'there is no event type setup_intent.succeded (did you mean setup_intent.succeeded?)',
    ],
    [
      'paymentIntent.succeeded',
      'there is no event type paymentIntent.succeeded (did you mean payment_intent.succeeded?)',
    ],
    [
      'checkout.session.async_payment_suceeded',
      'there is no event type checkout.session.async_payment_suceeded (did you mean checkout.session.async_payment_succeeded?)',
    ],
    ['payment_intent.*', "payment_intent.* is a pattern: pass one event type, or '*' for all"],
  ] as const) {
    it(`refuses on(${type}), which would never be called`, () => {
      const { on } = createPayments({ processor });
      expect(() => on(type, () => {})).to.throw(TypeError, `on: ${problem}`);
    });
  }

  it('accepts handlers for every event type that the SDK of Stripe knows', async () => {
    const { on } = createPayments({ processor });
    const types = await readFile('node_modules/stripe/esm/resources/WebhookEndpoints.d.ts', 'utf8');
    const named = [...types.matchAll(/'([a-z_0-9]+(?:\.[a-z_0-9]+)+)'/g)].map(
      ([, type = '']) => type,
    );
    expect(named).to.include('setup_intent.succeeded').and.to.have.length.above(200);
    for (const type of new Set(named)) if (!/^\d/.test(type)) on(type, () => {});
  });

  it('accepts options that are undefined', async () => {
    const options: PaymentsOptions = JSON.parse('{}');
    const payments = createPayments({ ...options, processor });
    expect((await payments.listCustomers()).data).to.deep.equal([]);
  });

  it('uses the default of a setting that is undefined', async () => {
    const settings: NonNullable<PaymentsOptions['eventHandling']> = Object.assign(
      JSON.parse('{}'),
      {
        maxTries: undefined,
      },
    );
    const eventStore = createMemoryEventStore();
    const payments = createPayments({
      processor,
      stores: { eventStore },
      eventHandling: settings,
    });
    payments.on('*', () => {
      throw new Error('no room');
    });
    payments.start();
    expect(await payments.keepEvent(eventOf('evt_1'))).to.equal('stored');
    await eventually(async () =>
      expect(await payments.listEvents()).to.have.nested.include({
        'data[0].last_error': 'Error: no room',
        'data[0].state': 'pending',
      }),
    );
    await payments.stop();
  });

  it('deletes old rows between start and stop: payloads and ids after their retention, keys after a day', async () => {
    const dropped: Array<readonly [what: string, before: number]> = [];
    const store = createMemoryIdempotencyStore();
    const eventStore = createMemoryEventStore();
    const payments = createPayments({
      processor,
      clock: () => 100 * day,
      eventHandling: { retentionDays: 9, deadRetentionDays: 50, idDays: 40 },
      idempotencySecret: 'shared',
      stores: {
        eventStore: {
          ...eventStore,
          dropPayloads: (state, before, limit) => {
            dropped.push([state, before / day]);
            return eventStore.dropPayloads(state, before, limit);
          },
          purge: (before, limit) => {
            dropped.push(['ids', before / day]);
            return eventStore.purge(before, limit);
          },
        },
        idempotencyStore: {
          ...store,
          purge: (what) => {
            dropped.push(['keys', what.answeredBefore / day]);
            return store.purge(what);
          },
        },
      },
    });
    await valueOf(eventStore.store(eventOf('evt_older'), 59 * day, 'nobody'));
    await valueOf(eventStore.store(eventOf('evt_old'), 90 * day, 'nobody'));
    await valueOf(eventStore.store(eventOf('evt_new'), 91 * day, 'nobody'));
    expect(dropped).to.deep.equal([]);
    payments.start();
    await eventually(async () => expect(dropped).to.have.length(5));
    await payments.stop();
    expect(dropped).to.deep.equal([
      ['handled', 91],
      ['ignored', 91],
      ['dead', 50],
      ['ids', 60],
      ['keys', 99],
    ]);
    const { data } = await payments.listEvents();
    expect(data.map(({ id, state }) => [id, state])).to.deep.equal([
      ['evt_new', 'ignored'],
      ['evt_old', 'dropped'],
    ]);
  });

  describe('with a telemetry', () => {
    const { ProcessorUnavailable } = paymentErrors;
    const failingWith = (
      error: ProcessorError,
      telemetry: Partial<Telemetry>,
      logger: Logger = silentLogger,
    ) => {
      const payments = createPayments({
        processor: { ...processor, createPaymentIntent: () => TE.left(error) },
        logger,
        telemetry,
      });
      const payment = { customer: 'cus_1', amount: '10', payment_method: 'pm_1' };
      const keyed = payments.withIdempotencyKey('order 42');
      return {
        pay: payments.taskEither.createPaymentIntent(payment),
        payKeyed: keyed.taskEither.createPaymentIntent(payment),
      };
    };

    it('reports changes with an unknown outcome, with a key and without', async () => {
      const { telemetry, reports } = captureTelemetry();
      const error: ProcessorError = { ...ProcessorUnavailable, outcome: 'unknown' };
      const { pay, payKeyed } = failingWith(error, telemetry);
      await pay();
      await payKeyed();
      const unknown = [
        'outcomeUnknown',
        { operation: 'createPaymentIntent', error: 'ProcessorUnavailable' },
      ];
      expect(reports).to.deep.equal([
        unknown,
        ['keyLeftInDoubt', { operation: 'createPaymentIntent' }],
        unknown,
      ]);
    });

    it('reports nothing if nothing was done', async () => {
      const { telemetry, reports } = captureTelemetry();
      await failingWith({ ...ProcessorUnavailable, outcome: 'not_done' }, telemetry).pay();
      expect(reports).to.deep.equal([]);
    });

    it('logs what a function throws, and answers all the same', async () => {
      const lines: Array<string> = [];
      const log = (message: string): void => {
        lines.push(message);
      };
      const error: ProcessorError = { ...ProcessorUnavailable, outcome: 'unknown' };
      const outcomeUnknown = (): never => {
        throw new Error('a defect');
      };
      const logger = { info: log, warn: log, error: log };
      const { pay } = failingWith(error, { outcomeUnknown }, logger);
      expect(await pay()).to.deep.equal(E.left(error));
      const line = 'a function of the option telemetry threw an error';
      expect(lines).to.deep.equal([line]);
    });
  });
});
