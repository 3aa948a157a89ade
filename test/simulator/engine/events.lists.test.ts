import { expect } from 'chai';
import { recordDelivery } from '../../../src/simulator/engine/events.js';
import { eventTypes } from '../../../src/simulator/engine/objects/event-types.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { ParamsOf } from '../../../src/simulator/engine/params/shape.js';
import { openShop, pay, type Shop } from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';

type Filter = ParamsOf<typeof engineOperations.listEvents.params>;

const typesOf = ({ engine }: Shop, filter: Filter): ReadonlyArray<string> =>
  right(engine.call(engineOperations.listEvents, { limit: 100, ...filter })).data.map(
    ({ type }) => type,
  );

/** A customer without a webhook endpoint, then two payments with one: each has three events. */
const busyShop = (): Shop => {
  const shop = openShop();
  right(
    shop.engine.call(engineOperations.createWebhookEndpoint, {
      url: 'https://shop.example/hooks',
      enabled_events: ['charge.succeeded', 'payment_intent.succeeded'],
    }),
  );
  pay(shop);
  pay(shop);
  return shop;
};

describe('lists of events', () => {
  const filters: ReadonlyArray<readonly [Filter, ReadonlyArray<string>]> = [
    [{ type: 'charge.succeeded' }, ['charge.succeeded', 'charge.succeeded']],
    [{ type: 'charge.*' }, ['charge.succeeded', 'charge.succeeded']],
    [
      { types: ['charge.succeeded', 'customer.created'] },
      ['charge.succeeded', 'charge.succeeded', 'customer.created'],
    ],
    [{ types: ['charge.succeeded', 'charge.succeeded'] }, ['charge.succeeded', 'charge.succeeded']],
    [{ type: 'charge' }, []],
    [{ type: 'char*' }, []],
    [{ types: ['charge.*'] }, []],
    [{ type: 'charge.invented' }, []],
    [
      { delivery_success: true },
      ['payment_intent.created', 'payment_intent.created', 'customer.created'],
    ],
    [{ delivery_success: false, type: 'charge.*' }, ['charge.succeeded', 'charge.succeeded']],
    [{ delivery_success: true, type: 'charge.*' }, []],
    [{ delivery_success: false, types: ['customer.created'] }, []],
  ];
  for (const [filter, types] of filters) {
    it(`can be filtered by ${JSON.stringify(filter)}`, () => {
      expect(typesOf(busyShop(), filter)).to.deep.equal(types);
    });
  }

  it('filtered by `*` contain all events, in order', () => {
    const shop = busyShop();
    const all = typesOf(shop, {});
    expect(all).to.have.length(7);
    expect(typesOf(shop, { type: '*' })).to.deep.equal(all);
  });

  it('of several types can be read page by page, in both directions', () => {
    const { engine } = busyShop();
    const list = (page: Filter) =>
      right(
        engine.call(engineOperations.listEvents, { type: 'payment_intent.*', limit: 3, ...page }),
      );
    const first = list({});
    expect([first.data.length, first.has_more]).to.deep.equal([3, true]);
    const second = list({ starting_after: first.data.at(-1)?.id ?? '' });
    expect([second.data.length, second.has_more]).to.deep.equal([1, false]);
    expect(list({ ending_before: second.data.at(0)?.id ?? '' }).data).to.deep.equal(first.data);
  });

  it('take either type or types, and at most twenty types', () => {
    const { engine } = openShop();
    const refused = (filter: Filter) => refusal(engine.call(engineOperations.listEvents, filter));
    expect(refused({ type: 'charge.*', types: ['charge.failed'] })).to.include({
      status: 400,
      message: 'You may only specify one of these parameters: type, types.',
    });
    expect(right(engine.call(engineOperations.listEvents, { types: eventTypes.slice(0, 20) })).data)
      .to.be.empty;
    expect(refused({ types: eventTypes.slice(0, 21) })).to.include({
      status: 400,
      param: 'types',
      message: 'Array types exceeded maximum 20 allowed elements.',
    });
  });

  it('know the types of all events that occur', () => {
    const shop = busyShop();
    const known: ReadonlySet<string> = new Set(eventTypes);
    expect(typesOf(shop, {}).filter((type) => !known.has(type))).to.deep.equal([]);
  });
});

describe('the delivery of an event', () => {
  it('leaves one endpoint less to wait for, down to zero', () => {
    const { engine } = busyShop();
    const [event] = right(
      engine.call(engineOperations.listEvents, { type: 'charge.succeeded' }),
    ).data;
    const id = event?.id ?? '';
    const pending = () => right(engine.call(engineOperations.retrieveEvent, { event: id }));
    expect(pending().pending_webhooks).to.equal(1);
    for (const _ of ['first', 'second']) {
      right(engine.control(recordDelivery, { event: id }));
      expect(pending()).to.deep.equal({ ...event, pending_webhooks: 0 });
    }
    const delivered = right(
      engine.call(engineOperations.listEvents, { delivery_success: true }),
    ).data;
    expect(delivered.map((one) => one.id)).to.include(id);
  });

  it('changes nothing if the event was dropped', () => {
    const { engine } = busyShop();
    const before = engine.snapshot();
    right(engine.control(recordDelivery, { event: 'evt_gone' }));
    expect(engine.snapshot()).to.deep.equal(before);
  });
});
