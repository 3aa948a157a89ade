import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/memory-idempotency-store.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { eventOf } from '../../src/contract/stores/events/event-of.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { bindMethods } from '../../src/infrastructure/bind-methods.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import type { PaymentsOptions } from '../../src/infrastructure/payments-options.js';
import { eventually } from '../support/time/until.js';

describe('a processor that is an instance of a class', () => {
  class Counter {
    readonly #names: Array<string> = [];

    add(name: string): TE.TaskEither<never, number> {
      return TE.fromIO(() => this.#names.push(name));
    }
  }
  class LoudCounter extends Counter {
    override add(name: string): TE.TaskEither<never, number> {
      return super.add(`${name}!`);
    }
  }

  it('keeps its methods, overridden and with their `this`, when it is taken apart', async () => {
    const apart = bindMethods(new LoudCounter());
    await apart.add('one')();
    expect(await apart.add('two')()).to.deep.equal({ _tag: 'Right', right: 2 });
  });

  it('takes payments', async () => {
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
});

const rest = ({ createCustomer: _ours, ...others }: ReturnType<typeof createMemoryProcessor>) =>
  others;

describe('options that JavaScript would let pass', () => {
  const processor = createMemoryProcessor({ seed: 1 });
  const refused: ReadonlyArray<readonly [options: string, problem: string]> = [
    ['{}', 'processor is missing: pass createMemoryProcessor(), or an adapter of your own'],
    ['{ "processor": 7 }', 'processor is missing'],
    ['{ "processor": {} }', 'processor has no function createCustomer; processor has no function'],
    ['{ "processor": { "requestFormat": 7 } }', 'processor.requestFormat must be a text'],
    ...['7', '{ "createRefund": 7 }', '{ "pay": {} }'].map(
      (lookUps) =>
        [
          `{ "processor": { "lookUps": ${lookUps} } }`,
          'processor.lookUps must be functions named as those of the processor',
        ] as const,
    ),
    ['{ "webhookSecret": "x" }', 'there is no option webhookSecret'],
    ['{ "webhookSecrets": "x" }', 'webhookSecrets must be an array of texts'],
    ['{ "webhookSecrets": [null] }', 'webhookSecrets must be an array of texts'],
    ['{ "clock": 7 }', 'clock must be a function that answers Unix seconds'],
    ['{ "idempotency": 7 }', 'idempotency must be an object'],
    ['{ "idempotency": { "wait": 7 } }', 'there is no option idempotency.wait'],
    ['{ "idempotency": { "waitMs": "7" } }', 'idempotency.waitMs must be a whole number'],
    ...['0', '86401', '1.5', '"3"'].map(
      (seconds) =>
        [
          `{ "idempotency": { "leaseSeconds": ${seconds} } }`,
          'idempotency.leaseSeconds must be a whole number from 1 to 86400',
        ] as const,
    ),
    ['{ "idempotency": { "secret": "" } }', 'idempotency.secret must be a text'],
    ['{ "idempotency": { "secret": [] } }', 'idempotency.secret must be a text, or several'],
    ['{ "idempotency": { "secret": ["x", 7] } }', 'idempotency.secret must be a text, or several'],
    ['{ "idempotency": { "secretInStore": 1 } }', 'idempotency.secretInStore must be true or'],
    ['{ "idempotency": { "namespace": "" } }', 'idempotency.namespace must be 1 to 255'],
    ['{ "idempotency": { "namespace": "ñ" } }', 'idempotency.namespace must be 1 to 255'],
    [
      '{ "idempotency": { "store": {} } }',
      'idempotency.store has no function claim; idempotency.store has no function extend; idempotency.store has no function answer; idempotency.store has no function release; idempotency.store has no function unsettled; idempotency.store has no function findUnsettled; idempotency.store has no function settle; idempotency.store has no function purge; idempotency.store has no function keepSecret; idempotency.secret is missing',
    ],
    ['{ "eventStore": {} }', 'eventStore has no function store; eventStore has no function find'],
    ['{ "eventStore": "./shop.db" }', 'eventStore has no function store'],
    ['{ "logger": { "info": 7 } }', 'logger has no function info; logger has no function warn'],
    ['{ "livemode": "no" }', 'livemode must be true or false'],
    ['{ "eventsHandledElsewhere": 1 }', 'eventsHandledElsewhere must be true or false'],
    ['{ "eventsHandledElsewhere": true }', 'eventsHandledElsewhere needs an eventStore'],
    ['{ "eventHandling": 7 }', 'eventHandling must be an object'],
    ['{ "eventHandling": { "tries": 1 } }', 'there is no option eventHandling.tries'],
    ...['0', '101', '1.5', '"3"'].map(
      (tries) =>
        [
          `{ "eventHandling": { "maxTries": ${tries} } }`,
          'eventHandling.maxTries must be a whole number from 1 to 100',
        ] as const,
    ),
    ['{ "eventHandling": { "leaseSeconds": 3601 } }', 'eventHandling.leaseSeconds must be a whole'],
    ['{ "confirmationMethod": "auto" }', "confirmationMethod must be 'manual' or 'automatic'"],
  ];
  for (const [json, problem] of refused) {
    it(`are refused at once: ${json}`, () => {
      const named = json === '{}' || json.includes('"processor"') ? {} : { processor };
      expect(() => createPayments({ ...named, ...JSON.parse(json) }))
        .to.throw(TypeError)
        .with.property('message')
        .that.includes(`createPayments: ${problem}`);
    });
  }

  for (const handler of ['["charge.succeeded"]', '["", 7]', '[7, 7]', '[]']) {
    it(`are refused at once: on(...${handler})`, () => {
      const { on } = createPayments({ processor });
      expect(() => Reflect.apply(on, undefined, JSON.parse(handler))).to.throw(
        TypeError,
        "on: pass an event type, or '*', and a function that handles it",
      );
    });
  }

  it('may also be left undefined', async () => {
    const options: PaymentsOptions = JSON.parse('{}');
    const payments = createPayments({ ...options, processor });
    expect((await payments.listCustomers()).data).to.deep.equal([]);
  });

  it('leave a setting as it is by itself when it is undefined', async () => {
    const settings: NonNullable<PaymentsOptions['eventHandling']> = Object.assign(
      JSON.parse('{}'),
      {
        maxTries: undefined,
      },
    );
    const eventStore = createMemoryEventStore();
    const payments = createPayments({ processor, eventStore, eventHandling: settings });
    payments.on('*', () => {
      throw new Error('no room');
    });
    payments.start();
    await valueOf(payments.keepEvent(eventOf('evt_1')));
    await eventually(async () =>
      expect(await payments.listEvents()).to.have.nested.include({
        'data[0].last_error': 'Error: no room',
        'data[0].state': 'pending',
      }),
    );
    await payments.stop();
  });
});

describe('old rows', () => {
  const day = 24 * 60 * 60;
  const processor = createMemoryProcessor({ seed: 1 });

  it('are dropped between the start and the stop: payloads and ids by their retention, keys after a day', async () => {
    const dropped: Array<readonly [what: string, before: number]> = [];
    const store = createMemoryIdempotencyStore();
    const eventStore = createMemoryEventStore();
    const payments = createPayments({
      processor,
      clock: () => 100 * day,
      eventHandling: { retentionDays: 9, deadRetentionDays: 50, idDays: 40 },
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
      idempotency: {
        secret: 'shared',
        store: {
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
});
