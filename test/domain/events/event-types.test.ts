import { expect } from 'chai';
import type { Stripe } from 'stripe';
import {
  type EventOf,
  eventObjects,
  eventProblem,
  isEventOf,
  type KnownEventType,
} from '../../../src/domain/events/event-types.js';
import type {
  ProcessorEvent,
  SnapshotEvent,
  ThinEvent,
} from '../../../src/domain/events/processor-event.js';
import { startFakeServer } from '../../../src/fake-server.js';
import { eventTypes } from '../../../src/simulator/engine/objects/event-types.js';
import { driveEverything } from '../../official/drive/drive-everything.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

type Sent<T extends string> = Extract<Stripe.Event, { type: T }>['data']['object'];
// Events have ids where the SDK's types also allow whole objects.
type Unexpanded<O> = O extends object
  ? { [K in keyof O]: string extends O[K] ? Exclude<O[K], object> : O[K] }
  : never;
type Unlike<T extends KnownEventType> = T extends KnownEventType
  ? Unexpanded<Sent<T>> extends EventOf<T>['data']['object']
    ? never
    : T
  : never;

// Does not compile when the SDK has no such event, or has another object in it.
({}) satisfies { readonly [T in Unlike<KnownEventType>]: never };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// Does not compile when an event type has a wrong object.
[true, true, true, true, true] satisfies [
  Same<EventOf<'v2.core.account.updated'>, ThinEvent & { type: 'v2.core.account.updated' }>,
  EventOf<'v1.billing.meter.no_meter_found'> extends ThinEvent ? true : false,
  Same<EventOf<'*'>, ProcessorEvent>,
  Same<EventOf<string>, ProcessorEvent>,
  Same<EventOf<'invoice.paid'>, SnapshotEvent>,
];

const { event, intent } = processorObjects;
const { client_secret: _, charges: __, ...snapshot } = intent;
const succeeded: SnapshotEvent = { ...event, data: { object: snapshot } };

describe('events with typed objects', () => {
  it('are events of the processor', () => {
    expect(
      Object.keys(eventObjects).filter((type) => !eventTypes.some((one) => one === type)),
    ).to.deep.equal([]);
  });

  it('have the object of their type, for every event that the processor sends', async () => {
    const server = await startFakeServer({ seed: 'events' });
    const events: Array<SnapshotEvent> = [];
    server.processor.controls.onEvent((one) => void events.push(one));
    try {
      await driveEverything(server, { maxNetworkRetries: 0 });
    } finally {
      await server.close();
    }
    const types = new Set(events.map(({ type }) => type));
    expect([...types].filter((type) => !Object.hasOwn(eventObjects, type))).to.deep.equal([]);
    expect(events.flatMap((one) => eventProblem(one) ?? [])).to.deep.equal([]);
    expect(types.size).to.be.greaterThan(20);
  });

  it('are recognized by type and object', () => {
    expect(isEventOf(succeeded, 'payment_intent.succeeded')).to.equal(true);
    expect(isEventOf(succeeded, 'payment_intent.created')).to.equal(false);
    expect(isEventOf(event, 'payment_intent.succeeded')).to.equal(false);
    expect(isEventOf({ ...event, type: 'of.tomorrow' }, 'of.tomorrow')).to.equal(true);
    expect(isEventOf({ ...event, type: 'toString' }, 'toString')).to.equal(true);
    expect(isEventOf(event, '*')).to.equal(true);
  });

  it('are thin or not by their type', () => {
    const thin: ThinEvent = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.customer.updated',
      created: '2026-09-18T19:56:56.947Z',
      livemode: false,
      related_object: { id: 'cus_1', type: 'customer', url: '/v1/customers/cus_1' },
    };
    const one: ProcessorEvent = thin;
    expect(isEventOf(one, 'v1.customer.updated') && one.related_object?.id).to.equal('cus_1');
    expect(isEventOf(one, '*')).to.equal(true);
    expect(isEventOf({ ...thin, type: 'customer.updated' }, 'customer.updated')).to.equal(false);
    expect(eventProblem({ ...thin, type: 'customer.updated' })).to.deep.equal({
      _tag: 'SnapshotEventExpected',
      type: 'customer.updated',
    });
    expect(eventProblem({ ...event, type: 'v1.customer.updated' })).to.deep.equal({
      _tag: 'ThinEventExpected',
      type: 'v1.customer.updated',
    });
  });

  it('have typed fields for the compiler', () => {
    const amountOf = (one: ProcessorEvent): number | undefined =>
      isEventOf(one, 'payment_intent.succeeded') ? one.data.object.amount : undefined;
    expect(amountOf(succeeded)).to.equal(1999);
    expect(amountOf(event)).to.equal(undefined);
  });

  it('have a setup intent, as it is without its client_secret', () => {
    const { client_secret: _secret, ...object } = processorObjects.setupIntent;
    const saved: SnapshotEvent = { ...event, type: 'setup_intent.succeeded', data: { object } };
    expect(eventProblem(saved)).to.equal(undefined);
    expect(isEventOf(saved, 'setup_intent.succeeded') && saved.data.object.payment_method).to.equal(
      'pm_1',
    );
    expect(eventProblem({ ...saved, data: { object: { ...object, usage: null } } })).to.deep.equal({
      _tag: 'WrongObject',
      type: 'setup_intent.succeeded',
      problem: { codec: 'SetupIntent', paths: ['usage'] },
    });
  });

  it('have a mandate, which a payment has used up', () => {
    const object = {
      id: 'mandate_1',
      object: 'mandate',
      livemode: false,
      payment_method: 'pm_1',
      payment_method_details: { type: 'sepa_debit' },
      single_use: { amount: 1999, currency: 'eur' },
      status: 'inactive',
      type: 'single_use',
    };
    const used: SnapshotEvent = { ...event, type: 'mandate.updated', data: { object } };
    expect(isEventOf(used, 'mandate.updated') && used.data.object.single_use?.amount).to.equal(
      1999,
    );
    expect(eventProblem({ ...used, data: { object: { ...object, status: 1 } } })).to.deep.equal({
      _tag: 'WrongObject',
      type: 'mandate.updated',
      problem: { codec: 'DebitMandate', paths: ['status'] },
    });
  });

  it('report the wrong paths of an object, and never its values', () => {
    const wrong = { ...snapshot, amount: '19.99', created: 'today' };
    expect(eventProblem({ ...succeeded, data: { object: wrong } })).to.deep.equal({
      _tag: 'WrongObject',
      type: 'payment_intent.succeeded',
      problem: { codec: 'PaymentIntentSnapshot', paths: ['amount', 'created'] },
    });
  });
});
