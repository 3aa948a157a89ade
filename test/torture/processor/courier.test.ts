import { expect } from 'chai';
import type { Stripe } from 'stripe';
import { type Reaction, startReceiver } from '../../simulator/webhooks/support/receiver.js';
import { at } from '../../support/json/at.js';
import { until } from '../../support/time/until.js';
import {
  anOrder,
  type Planned,
  type ProcessorInTest,
  useProcessors,
} from './support/processors.js';

const card = { payment_method: 'pm_card_visa', confirm: true, return_url: 'https://shop.example/' };

describe('the webhooks of a torture test', () => {
  const start = useProcessors();
  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  const receive = async (...reactions: ReadonlyArray<Reaction>) => {
    const shop = await startReceiver(...reactions);
    closing.push(shop.close);
    return shop;
  };
  const pay = async (test: ProcessorInTest, number = 1): Promise<Stripe.PaymentIntent> =>
    test.stripe().paymentIntents.create({ amount: 1000 + number, currency: 'eur', ...card });
  const settled = (test: ProcessorInTest): Promise<void> =>
    until(() => test.processor.busy() === 0);
  const triesOf = (test: ProcessorInTest, type: string) =>
    test
      .of('webhook')
      .filter((entry) => entry.type === type)
      .map(({ attempt, status, error }) => [attempt, status ?? error]);

  it('come signed, with the order that they are about', async () => {
    const shop = await receive();
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1), anOrder(2)] });
    const { id } = await pay(test, 2);
    await settled(test);
    expect(
      test.of('webhook').map(({ order, type, status }) => [order, type, status]),
    ).to.have.deep.members([
      [2, 'payment_intent.created', 200],
      [2, 'charge.succeeded', 200],
      [2, 'payment_intent.succeeded', 200],
    ]);
    const events = shop
      .items()
      .map(({ body, headers }) =>
        test
          .stripe()
          .webhooks.constructEvent(
            body,
            String(headers['stripe-signature']),
            test.processor.webhookSecret,
          ),
      );
    expect(events.map(({ data }) => at(data.object, 'id'))).to.include(id);
  });

  it('go to the endpoints that the shop has registered, once', async () => {
    const shop = await receive();
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1)] });
    const endpoint = await test
      .stripe()
      .webhookEndpoints.create({ url: shop.url, enabled_events: ['payment_intent.succeeded'] });
    await pay(test);
    await settled(test);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([[1, 200]]);
    const sent = shop.items().find(({ body }) => body.includes('payment_intent.succeeded'));
    const { type } = test
      .stripe()
      .webhooks.constructEvent(
        sent?.body ?? '',
        String(sent?.headers['stripe-signature']),
        String(endpoint.secret),
      );
    expect(type).to.equal('payment_intent.succeeded');
    const { data } = await test.stripe().events.list({ type: 'payment_intent.succeeded' });
    expect(data[0]?.pending_webhooks).to.equal(0);
  });

  it('are of the types that the shop wants', async () => {
    const shop = await receive();
    const test = await start({
      webhookUrl: shop.url,
      webhookTypes: ['payment_intent.succeeded'],
      orders: [anOrder(1)],
    });
    await pay(test);
    await settled(test);
    expect(test.of('webhook').map(({ type }) => type)).to.deep.equal(['payment_intent.succeeded']);
  });

  it('are tried again until they are accepted, and refused after the last try', async () => {
    const shop = await receive(...Array<Reaction>(30).fill(500));
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1)] });
    await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur' });
    await settled(test);
    expect(test.of('webhook')).to.have.lengthOf(8);
    expect(test.processor.refusedEvents()).to.have.lengthOf(1);
    expect(test.processor.refusedEvents()[0]).to.deep.include({
      order: 1,
      type: 'payment_intent.created',
      tries: 8,
      status: 500,
    });
  });

  it('do not use up their tries while the tool restarts the shop', async () => {
    const shop = await receive(...Array<Reaction>(12).fill('reset'));
    let restarted = (): void => undefined;
    const restarting = new Promise<void>((resolve) => {
      restarted = resolve;
    });
    const test = await start({
      webhookUrl: shop.url,
      orders: [anOrder(1), anOrder(2, [{ kind: 'killed', call: 1, when: 'before' }])],
      shop: { restart: () => restarting },
    });
    const killed = test.post('payment_intents', { amount: '1002', currency: 'eur' });
    await until(() => test.done.length === 1);
    await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur' });
    await shop.first(10);
    restarted();
    await killed;
    await settled(test);
    expect(test.processor.refusedEvents()).to.have.lengthOf(0);
  });

  const withIncident = async (planned: Planned, ...reactions: ReadonlyArray<Reaction>) => {
    const shop = await receive(...reactions);
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1, [planned])] });
    const { id } = await pay(test);
    return { test, shop, id };
  };

  it('come late, or at once when incidents end', async () => {
    const { test } = await withIncident({ kind: 'webhook_late', about: 'payment', ms: 60_000 });
    await until(() => test.of('webhook').length === 1);
    expect(triesOf(test, 'payment_intent.created')).to.deep.equal([[1, 200]]);
    expect(test.processor.busy()).to.equal(2);
    test.processor.endIncidents();
    await settled(test);
    expect(test.of('incident').map(({ order, incident }) => [order, incident])).to.deep.equal([
      [1, 'i1'],
    ]);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([[1, 200]]);
    expect(triesOf(test, 'charge.succeeded')).to.deep.equal([[1, 200]]);
  });

  const pays = { kind: 'pays', attempt: 1, key: 'a', card: 'visa', why: 'first' } as const;
  const answered = { kind: 'answered', attempt: 1, answer: null, problem: null } as const;

  /** A customer of a shop on a slow machine, whose payment is told late. */
  const slowlyPaid = async () => {
    let clock = 0;
    let looks = 0;
    const late = { kind: 'webhook_late', about: 'payment_intent.succeeded', ms: 20 } as const;
    const shop = await receive();
    const test = await start({
      webhookUrl: shop.url,
      orders: [anOrder(1, [late])],
      now: () => {
        looks += 1;
        return clock;
      },
    });
    test.journal.add(1, pays);
    await pay(test);
    await until(() => test.of('webhook').length === 2);
    const passes = async (ms: number): Promise<void> => {
      clock += ms;
      const before = looks;
      await until(() => looks >= before + 6 || test.processor.busy() === 0);
    };
    return { test, passes };
  };

  it('come late when the customer is through, however long that takes', async () => {
    const { test, passes } = await slowlyPaid();
    await passes(4000);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([]);
    test.journal.add(1, answered);
    await passes(21);
    await settled(test);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([[1, 200]]);
    expect(test.of('incident').map(({ incident }) => incident)).to.deep.equal(['i1']);
  });

  it('are no longer held for a customer who waits for them', async () => {
    const { test, passes } = await slowlyPaid();
    await passes(5021);
    await settled(test);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([[1, 200]]);
    expect(test.of('incident')).to.deep.equal([]);
  });

  for (const ms of [0, 5]) {
    it(`come twice, ${ms} ms apart`, async () => {
      const { test } = await withIncident({ kind: 'webhook_twice', about: 'payment', ms });
      await settled(test);
      expect(triesOf(test, 'payment_intent.succeeded')).to.have.deep.members([
        [1, 200],
        [2, 200],
      ]);
      expect(triesOf(test, 'payment_intent.created')).to.deep.equal([[1, 200]]);
    });
  }

  it('are refused if the second copy is refused on every try', async () => {
    const { test } = await withIncident(
      { kind: 'webhook_twice', about: 'payment', ms: 60 },
      ...Array<Reaction>(3).fill(200),
      ...Array<Reaction>(40).fill(500),
    );
    await settled(test);
    const refused = test.processor.refusedEvents().map(({ type, tries }) => [type, tries]);
    expect(refused).to.deep.include(['payment_intent.succeeded', 8]);
    expect(triesOf(test, 'payment_intent.succeeded')).to.have.length(9);
  });

  it('are dropped and sent again', async () => {
    const { test } = await withIncident({ kind: 'webhook_dropped', about: 'payment', tries: 2 });
    await settled(test);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([
      [1, 'dropped'],
      [2, 'dropped'],
      [3, 200],
    ]);
  });

  it('are refused after one try where no pause is given', async () => {
    const shop = await receive(500, 500, 500);
    const dropped = { kind: 'webhook_dropped', about: 'payment', tries: 1 } as const;
    const test = await start({
      webhookUrl: shop.url,
      webhookPauses: [],
      orders: [anOrder(1, [dropped])],
    });
    await pay(test);
    await settled(test);
    expect(test.processor.refusedEvents().map(({ tries }) => tries)).to.deep.equal([1, 1, 1]);
    expect(triesOf(test, 'payment_intent.succeeded')).to.deep.equal([
      [1, 'dropped'],
      [2, 500],
    ]);
  });

  it('come in reverse order', async () => {
    const { test } = await withIncident({ kind: 'webhooks_reversed', ms: 20 });
    await settled(test);
    expect(test.of('webhook').map(({ type }) => type)).to.deep.equal([
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
  });

  it('kill the shop that handles them, and are sent again', async () => {
    const shop = await receive('hang', 'hang', 'hang');
    const killed = { kind: 'killed_at_webhook', about: 'payment', when: 'before' } as const;
    const test = await start({
      webhookUrl: shop.url,
      orders: [anOrder(1, [killed])],
      shop: {
        restart: async () => {
          await until(() => shop.items().length === 3);
          shop.release(500);
        },
      },
    });
    await pay(test);
    await settled(test);
    expect(test.done).to.deep.equal(['restart']);
    const tries = triesOf(test, 'payment_intent.succeeded');
    expect([tries[0], tries.at(-1)]).to.deep.equal([
      [1, 500],
      [2, 200],
    ]);
  });

  it('kill the shop again when the event is sent again', async () => {
    const shop = await receive(500, 500, 500);
    const killed = { kind: 'killed_at_webhook', about: 'payment_intent.succeeded' } as const;
    const test = await start({
      webhookUrl: shop.url,
      orders: [
        anOrder(1, [
          { ...killed, when: 'before', ms: 60_000 },
          { ...killed, when: 'after' },
        ]),
      ],
    });
    await pay(test);
    await settled(test);
    expect(test.done).to.deep.equal(['restart', 'restart']);
  });

  it('come with the times of a shop whose clock is off', async () => {
    const shop = await receive();
    const off = { kind: 'clock_off', seconds: 280 } as const;
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1, [off])] });
    const before = Math.floor(Date.now() / 1000) - 280;
    const { created } = await pay(test);
    await settled(test);
    expect(created).to.be.within(before, before + 60);
    for (const { body, headers } of shop.items()) {
      const signed = Number(/t=(\d+)/.exec(String(headers['stripe-signature']))?.[1]);
      expect(signed).to.be.within(before, before + 60);
      expect(at(JSON.parse(body), 'created')).to.be.within(before, before + 60);
    }
    expect(test.of('incident')).to.have.lengthOf(1);
  });

  it('overtake a call of their order that waits for them', async () => {
    const overtaken = {
      kind: 'overtaken',
      call: 1,
      when: 'after',
      by: 'webhooks',
      ms: 60_000,
    } as const;
    const { test } = await withIncident(overtaken);
    await settled(test);
    const kinds = test.journal.entries().map(({ kind }) => kind);
    expect(kinds.indexOf('held')).to.be.lessThan(kinds.indexOf('webhook'));
    expect(kinds.indexOf('call')).to.be.greaterThan(kinds.lastIndexOf('webhook'));
    expect(test.of('incident')).to.have.lengthOf(1);
  });

  // Without a word about when, the id of the incident decides: with this one the kill waits for the answer.
  for (const [how, incidents] of [
    ['in a plan that says so', [{ kind: 'killed_at_webhook', about: 'payment', when: 'after' }]],
    [
      'by the id of the incident',
      [
        { kind: 'retries', key: 'same' },
        { kind: 'killed_at_webhook', about: 'payment' },
      ],
    ],
    [
      'of one type',
      [{ kind: 'killed_at_webhook', about: 'payment_intent.created', when: 'after' }],
    ],
  ] as ReadonlyArray<readonly [string, ReadonlyArray<Planned>]>) {
    it(`kill the shop that has accepted them, and are not sent again, ${how}`, async () => {
      const shop = await receive();
      const test = await start({ webhookUrl: shop.url, orders: [anOrder(1, incidents)] });
      await pay(test);
      await settled(test);
      expect(test.done).to.deep.equal(['restart']);
      const types = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];
      expect(types.map((type) => triesOf(test, type))).to.deep.equal(types.map(() => [[1, 200]]));
    });
  }

  it('come before the answer of the call that caused them', async () => {
    const { test, shop } = await withIncident({ kind: 'webhook_first', call: 1 });
    expect(shop.items()).to.have.lengthOf(3);
    await settled(test);
    const kinds = test.journal.entries().map(({ kind }) => kind);
    expect(kinds.indexOf('call')).to.be.greaterThan(kinds.lastIndexOf('webhook'));
  });

  it('come, and are listed, late: events_late', async () => {
    const shop = await receive();
    const test = await start({
      webhookUrl: shop.url,
      orders: [anOrder(1, [{ kind: 'events_late', seconds: 600 }])],
    });
    await pay(test);
    expect((await test.stripe().events.list()).data).to.have.lengthOf(0);
    expect(test.processor.busy()).to.equal(1);
    test.processor.endIncidents();
    await settled(test);
    expect(shop.items()).to.have.lengthOf(3);
  });

  it('are broken off at the end of the run, of which the journal tells nothing', async () => {
    const shop = await receive('hang');
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1)] });
    await test.post('payment_intents', { amount: '1001', currency: 'eur' });
    await shop.first(1);
    await test.processor.close();
    await settled(test);
    expect(test.of('webhook')).to.deep.equal([]);
    expect(test.processor.refusedEvents()).to.deep.equal([]);
  });

  it('tell of a shop that does not start again', async () => {
    const shop = await receive();
    const broken = new Error('it does not start');
    const test = await start({
      webhookUrl: shop.url,
      orders: [anOrder(1)],
      shop: { whenUp: () => Promise.reject(broken) },
    });
    await test.post('payment_intents', { amount: '1001', currency: 'eur' });
    await settled(test);
    expect(test.problems).to.deep.equal([broken]);
  });

  it('are not sent again to an endpoint that was deleted meanwhile', async () => {
    const shop = await receive('hang');
    const test = await start({ orders: [anOrder(1)] });
    const { webhookEndpoints } = test.stripe();
    const { id } = await webhookEndpoints.create({ url: shop.url, enabled_events: ['*'] });
    await test.post('payment_intents', { amount: '1001', currency: 'eur' });
    await shop.first(1);
    await webhookEndpoints.del(id);
    shop.release(500);
    await settled(test);
    expect(triesOf(test, 'payment_intent.created')).to.deep.equal([[1, 500]]);
    expect(test.processor.refusedEvents()).to.deep.equal([]);
  });

  it('are signed with the time of either clock once the clocks have moved', async () => {
    const shop = await receive(500, 500);
    const test = await start({ webhookUrl: shop.url, orders: [anOrder(1)] });
    test.processor.advance(90_000);
    await test.stripe().paymentIntents.create({ amount: 1001, currency: 'eur' });
    await settled(test);
    const times = shop
      .items()
      .map(({ headers }) => Number(/^t=(\d+)/.exec(String(headers['stripe-signature']))?.[1]));
    expect(Number(times[0]) - Number(times[1])).to.be.closeTo(90_000, 5);
    expect(Number(times[2]) - Number(times[1])).to.be.closeTo(90_000, 5);
  });
});
