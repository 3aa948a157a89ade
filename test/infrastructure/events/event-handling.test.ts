import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import type { EventStore } from '../../../src/application/ports/event-store.js';
import type { Logger } from '../../../src/application/ports/logger.js';
import { isPaymentError } from '../../../src/application/thrown-payment-error.js';
import { eventOf, thinEventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { eventStoreDriver } from '../../../src/contract/stores/event-store/event-store-driver.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../src/domain/branded.js';
import type { EventContext } from '../../../src/infrastructure/events/event-handlers.js';
import { createEventHandling } from '../../../src/infrastructure/events/event-handling.js';
import type { EventHandlingSettings } from '../../../src/infrastructure/events/event-handling-settings.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { objectIn } from '../../support/processors/object-in.js';
import { captureTelemetry } from '../../support/service/captured-telemetry.js';
import { eventually } from '../../support/time/until.js';

type Settings = Partial<EventHandlingSettings> & {
  readonly livemode?: boolean;
  readonly webhookAccounts?: ReadonlyArray<string>;
  readonly elsewhere?: boolean;
  readonly store?: (inner: EventStore) => EventStore;
};

/** A handler that reports its start, and ends when the test releases it. */
const heldHandler = () => {
  let begin = (): void => undefined;
  let release = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = (): Promise<void> => {
    begin();
    return released;
  };
  return { handler, begun, release };
};

describe('event handling', () => {
  const closings: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });

  const open = ({
    livemode,
    webhookAccounts = [],
    elsewhere = false,
    store = (inner) => inner,
    ...settings
  }: Settings = {}) => {
    const inbox = createMemoryEventStore();
    const time = { now: 1000 };
    const lines: Array<string> = [];
    const say = (message: string): void => {
      lines.push(message);
    };
    const logger: Logger = { info: say, warn: say, error: say };
    const { telemetry, reports } = captureTelemetry();
    const handling = createEventHandling({
      eventStore: store(inbox),
      clock: () => time.now,
      logger,
      telemetry,
      livemode,
      webhookAccounts,
      handledByAnotherProcess: elsewhere,
      settings,
    });
    closings.push(() => handling.stop(0));
    const driver = eventStoreDriver(() => inbox);
    return {
      ...handling,
      time,
      lines,
      reports,
      driver,
      keep: (...event: Parameters<typeof eventOf>) =>
        valueOf(handling.taskEither.keepEvent(eventOf(...event))),
      stateOf: async (id: string) => (await driver.find(id)).state,
      becomes: (id: string, state: string) =>
        eventually(async () => expect((await driver.find(id)).state).to.equal(state)),
    };
  };

  /** The store with a step that concludes and claims, and counts. `fails`: the first step changes nothing. */
  const withSteps = ({ fails = false, claimFails = false } = {}) => {
    const steps: Array<ReadonlyArray<string>> = [];
    const store = (inner: EventStore): EventStore => ({
      ...inner,
      concludeAndClaim: (ended, by) => {
        steps.push(ended.map(([id]) => id));
        if (fails && steps.length === 1) return TE.left(paymentErrors.StoreUnavailable);
        return pipe(
          ended.map((attempt) => inner.conclude(...attempt)),
          TE.sequenceArray,
          TE.bindTo('concluded'),
          TE.bind('claimed', () =>
            TE.fromTask(
              claimFails && steps.length === 1
                ? TE.left(paymentErrors.StoreUnavailable)
                : inner.claim(by),
            ),
          ),
        );
      },
    });
    return { store, steps };
  };

  it('stores outcomes with the next claim, of events that end together too', async () => {
    const { store, steps } = withSteps();
    const { on, start, keep, becomes } = open({ store, concurrency: 2 });
    const held = [heldHandler(), heldHandler()];
    let handled = 0;
    on('*', async () => {
      const { handler } = held[handled] ?? { handler: async () => undefined };
      handled += 1;
      await handler();
    });
    for (const n of [1, 2, 3]) await keep(`evt_${n}`, { object: `ch_${n}` });
    start();
    await Promise.all(held.map(({ begun }) => begun));
    for (const { release } of held) release();
    for (const n of [1, 2, 3]) await becomes(`evt_${n}`, 'handled');
    expect(handled).to.equal(3);
    expect(steps).to.deep.equal([['evt_1', 'evt_2'], ['evt_3']]);
  });

  it('stores an outcome alone when the step with the claim fails, and calls no handler again', async () => {
    const { store, steps } = withSteps({ fails: true });
    const { on, start, keep, becomes } = open({ store, concurrency: 1 });
    const seen: Array<string> = [];
    on('*', ({ id }) => void seen.push(id));
    for (const n of [1, 2]) await keep(`evt_${n}`, { object: `ch_${n}`, created: n });
    start();
    for (const n of [1, 2]) await becomes(`evt_${n}`, 'handled');
    expect(seen).to.deep.equal(['evt_1', 'evt_2']);
    expect(steps[0]).to.deep.equal(['evt_1']);
  });

  it('takes outcomes for stored when only the claim of their step fails', async () => {
    const { store } = withSteps({ claimFails: true });
    const { on, start, keep, becomes, lines, reports } = open({ store, concurrency: 1 });
    on('*', () => undefined);
    for (const n of [1, 2]) await keep(`evt_${n}`, { object: `ch_${n}`, created: n });
    start();
    for (const n of [1, 2]) await becomes(`evt_${n}`, 'handled');
    expect(lines).to.deep.equal(['could not claim events; it will be tried again']);
    expect(JSON.stringify(reports)).not.to.include('leaseLost');
  });

  it('stores the outcome of a handler that ends while the process stops', async () => {
    const { store, steps } = withSteps();
    const { on, start, stop, keep, stateOf } = open({ store });
    const { handler, begun, release } = heldHandler();
    on('*', handler);
    await keep('evt_1');
    start();
    await begun;
    const stopped = stop(60_000);
    release();
    await stopped;
    expect(await stateOf('evt_1')).to.equal('handled');
    expect(steps.flat()).to.deep.equal([]);
  });

  for (const field of ['type', 'created', 'data'] as const) {
    it(`keepEvent refuses an event without ${field}`, () => {
      const { [field]: _left, ...rest } = eventOf('evt_1');
      const { keepEvent } = open().taskEither;
      expect(() => {
        Reflect.apply(keepEvent, undefined, [rest]);
      }).to.throw(TypeError, `keepEvent: not a valid event (wrong or missing: ${field})`);
    });
  }

  it('keepEvent refuses an id or a type that no store accepts, as the webhook does', () => {
    const { keepEvent } = open().taskEither;
    for (const field of ['id', 'type']) {
      expect(() => keepEvent({ ...eventOf('evt_1'), [field]: 'evt\0' })).to.throw(
        TypeError,
        `keepEvent: not a valid event (wrong or missing: ${field})`,
      );
    }
  });

  it('keepEvent refuses an event that is nested too deep or contains itself', () => {
    const { keepEvent } = open().taskEither;
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const object of [ring, { deep }]) {
      expect(() => keepEvent({ ...eventOf('evt_1'), data: { object } })).to.throw(
        TypeError,
        'keepEvent: not a valid event (nested deeper than 100 levels, or more than 20000 objects and arrays, 30000 names, 1000000 values or 1000000 characters)',
      );
    }
  });

  it('keepEvent as a promise rejects for an invalid event, and when it could not be stored', async () => {
    const { keepEvent } = open({
      store: (inbox) => ({
        ...inbox,
        store: () => TE.left(paymentErrors.StoreUnavailable),
      }),
    });
    const [invalid, failed] = await Promise.allSettled([
      keepEvent({ ...eventOf('evt_1'), id: '' }),
      keepEvent(eventOf('evt_1')),
    ]);
    expect(invalid).to.have.property('reason').that.is.instanceOf(TypeError);
    expect(failed).to.have.property('reason').that.satisfies(isPaymentError);
  });

  it("calls the handlers of a thin event's type and of every type, with the event as received", async () => {
    const { on, start, keepEvent, becomes } = open({ webhookAccounts: ['acct_1'] });
    const thin = {
      ...thinEventOf('evt_thin', '2026-09-18T19:56:56.947Z'),
      context: 'acct_1',
    };
    const taken: Array<unknown> = [];
    on(
      'v1.billing.meter.error_report_triggered',
      (event) => void taken.push(event.related_object?.url),
    );
    on('*', (event) => void taken.push(event));
    start();
    expect(await keepEvent(thin)).to.equal('stored');
    await becomes('evt_thin', 'handled');
    expect(taken).to.deep.equal(['/v1/billing/meters/mtr_1', thin]);
  });

  it('ignores thin events of the other mode and thin events without a handler', async () => {
    const { keepEvent, driver, on } = open({ livemode: false });
    on('v2.core.account.updated', () => undefined);
    const thin = thinEventOf('evt_1', '2026-09-18T19:56:56.947Z');
    expect(await keepEvent(thin)).to.equal('stored');
    await keepEvent({ ...thin, id: 'evt_2', type: 'v2.core.account.updated', livemode: true });
    await keepEvent({ ...thin, id: 'evt_3', type: 'v2.core.account.updated' });
    expect((await driver.find('evt_1')).reason).to.include(
      'no handler is registered for this event type',
    );
    expect((await driver.find('evt_2')).reason).to.include('a live event');
    expect((await driver.find('evt_3')).state).to.equal('pending');
  });

  it("calls the handlers of an event's type and of every type", async () => {
    const { on, start, keep, becomes } = open();
    const taken: Array<string> = [];
    on('a', ({ id }) => void taken.push(`a ${id}`));
    on('*', async ({ id }) => void taken.push(`* ${id}`));
    on('b', () => expect.fail('not its type'));
    start();
    await keep('evt_1', { type: 'a' });
    await becomes('evt_1', 'handled');
    expect(taken).to.deep.equal(['a evt_1', '* evt_1']);
  });

  it('does not call a handler when the object does not fit the event type', async () => {
    const { on, start, keep, driver, becomes } = open({ maxTries: 1 });
    const taken: Array<string> = [];
    on('payment_intent.succeeded', ({ data }) => void taken.push(`${data.object.amount} cents`));
    on('*', ({ id }) => void taken.push(id));
    start();
    await keep('evt_1', { type: 'payment_intent.succeeded', object: 'pi_1' });
    await becomes('evt_1', 'dead');
    expect(taken).to.deep.equal(['evt_1']);
    expect((await driver.find('evt_1')).last_error).to.match(
      /^Error: the object of a payment_intent\.succeeded event is not a valid PaymentIntentSnapshot \(wrong or missing: object, amount, /,
    );
  });

  it('passes each handler its own copy of the event', async () => {
    const { on, start, keep, driver, becomes } = open();
    const seen: Array<unknown> = [];
    for (const name of ['one', 'other']) {
      on('*', (event) => {
        const object = objectIn(event);
        seen.push(object['note']);
        Object.assign(object, { note: name });
      });
    }
    start();
    await keep('evt_1', { note: 'as it came' });
    await becomes('evt_1', 'handled');
    const { event } = await driver.find('evt_1');
    expect([...seen, objectIn(event)['note']]).to.deep.equal(Array(3).fill('as it came'));
  });

  it('handles events stored before the start, and none after the stop', async () => {
    const { on, start, stop, keep, stateOf, becomes } = open();
    on('*', () => {});
    await keep('evt_1');
    expect(await stateOf('evt_1')).to.equal('pending');
    start();
    start();
    await becomes('evt_1', 'handled');
    await stop();
    await stop();
    await keep('evt_2');
    expect(await stateOf('evt_2')).to.equal('pending');
    start();
    await becomes('evt_2', 'handled');
  });

  it('W6: ignores an event without handler and stores the reason', async () => {
    const { on, keep, driver } = open();
    const off = on('a', () => {});
    await keep('evt_1', { type: 'b' });
    off();
    await keep('evt_2', { type: 'a' });
    for (const id of ['evt_1', 'evt_2']) {
      expect(await driver.find(id)).to.include({
        state: 'ignored',
        reason: 'no handler is registered for this event type, and no forwarder is configured',
      });
    }
  });

  it('ignores an event whose handler was removed, and handles it after a replay with a handler', async () => {
    const { on, start, keep, driver, becomes } = open();
    on('a', () => {})();
    const off = on('a', () => {});
    await keep('evt_1', { type: 'a' });
    off();
    start();
    await becomes('evt_1', 'ignored');
    on('a', () => {});
    await driver.replay('evt_1', 1000);
    await becomes('evt_1', 'handled');
  });

  it('stores events of every type for another process', async () => {
    const shared = createMemoryEventStore();
    const receiver = open({ store: () => shared, elsewhere: true, livemode: false });
    receiver.start();
    await receiver.keep('evt_1', { type: 'a' });
    expect(() => receiver.on('a', () => {})).to.throw(TypeError, 'eventsHandledElsewhere');
    const worker = open({ store: () => shared });
    worker.on('a', () => {});
    worker.start();
    await eventually(async () =>
      expect(await valueOf(shared.find(eventId('evt_1')))).to.have.nested.property(
        'value.state',
        'handled',
      ),
    );
    await receiver.stop();
  });

  it('ignores test events when live events are handled', async () => {
    const { on, start, keep, driver } = open({ livemode: true });
    on('*', () => expect.fail('must not be called'));
    start();
    await keep('evt_1');
    expect(await driver.find('evt_1')).to.include({
      state: 'ignored',
      reason: 'this is a test event, and only live events are handled here',
    });
  });

  it('tries again after a failure, and passes the number of the try to the handler', async () => {
    const { on, start, keep, driver, time, becomes } = open();
    const told: Array<Omit<EventContext, 'signal'>> = [];
    on('*', ({ id }, { signal: _signal, ...context }) => {
      if (id !== 'evt_1') return;
      told.push(context);
      if (told.length === 1) throw new Error('no room');
    });
    start();
    await keep('evt_1');
    await eventually(async () =>
      expect((await driver.find('evt_1')).last_error).to.not.equal(null),
    );
    expect(await driver.find('evt_1')).to.include({
      state: 'pending',
      last_error: 'Error: no room',
    });
    time.now += 10;
    // Wakes the worker, because its timer does not follow the clock of the test.
    await keep('evt_2');
    await becomes('evt_1', 'handled');
    expect(told).to.deep.equal([
      { attempt: 1, replay: false, superseded: false },
      { attempt: 2, replay: false, superseded: false },
    ]);
  });

  it('logs a dead event, and handles it after a replay', async () => {
    const { on, start, keep, driver, lines, becomes } = open({ maxTries: 1 });
    let works = false;
    on('*', (_event, { replay }) => {
      if (!works || !replay) throw new Error('no room');
    });
    start();
    await keep('evt_1');
    await becomes('evt_1', 'dead');
    await eventually(async () =>
      expect(lines).to.deep.equal(['could not handle an event; it is dead until it is replayed']),
    );
    works = true;
    await driver.replay('evt_1', 1000);
    await becomes('evt_1', 'handled');
  });

  it('reports how each try ended', async () => {
    const { on, start, keep, becomes, driver, reports, time } = open({ maxTries: 2 });
    let works = false;
    on('*', () => {
      if (!works) throw new Error('no room');
    });
    await keep('evt_1', { type: 'charge.failed' });
    start();
    await eventually(async () => expect(reports).to.have.length(2));
    works = true;
    time.now += 3600;
    await driver.replay('evt_1', time.now);
    await becomes('evt_1', 'handled');
    const type = 'charge.failed';
    await eventually(async () =>
      expect(reports).to.deep.equal([
        ['eventReceived', { type, duplicate: false }],
        ['eventConcluded', { type, conclusion: 'failed' }],
        ['eventConcluded', { type, conclusion: 'handled' }],
      ]),
    );
  });

  it('reports an event that is dead, one that nobody handles any more', async () => {
    const { on, start, keep, becomes, reports } = open({ maxTries: 1 });
    on('charge.failed', () => {
      throw new Error('no room');
    });
    const removeOther = on('charge.succeeded', () => undefined);
    await keep('evt_1', { type: 'charge.failed' });
    await keep('evt_2', { type: 'charge.succeeded' });
    removeOther();
    start();
    await becomes('evt_1', 'dead');
    await becomes('evt_2', 'ignored');
    expect(reports.slice(2)).to.deep.include.members([
      ['eventConcluded', { type: 'charge.failed', conclusion: 'dead' }],
      ['eventConcluded', { type: 'charge.succeeded', conclusion: 'ignored' }],
    ]);
  });

  it('reports a lost lease', async () => {
    const { on, start, keep, reports } = open({
      store: (inner) => ({ ...inner, conclude: () => TE.right(false) }),
    });
    on('*', () => undefined);
    await keep('evt_1');
    start();
    await eventually(async () => expect(reports[1]).to.deep.equal(['leaseLost', 'event']));
  });

  it('W7: passes to the handler that a newer event of the object has already been handled', async () => {
    const { on, start, keep, becomes } = open();
    const told = new Map<string, boolean>();
    on('*', ({ id }, { superseded }) => void told.set(id, superseded));
    start();
    await keep('evt_new', { object: 'pi_1', created: 9 });
    await becomes('evt_new', 'handled');
    await keep('evt_old', { object: 'pi_1', created: 5 });
    await becomes('evt_old', 'handled');
    expect([...told]).to.deep.equal([
      ['evt_new', false],
      ['evt_old', true],
    ]);
  });

  it('handles events of several objects at the same time, up to the limit, and one event of each object', async () => {
    const { on, start, keep, becomes } = open({ concurrency: 3 });
    const atWork: Array<string> = [];
    const releases: Array<() => void> = [];
    const most = { all: 0, ofObject: 0 };
    on('*', async (event) => {
      const object = String(objectIn(event)['id']);
      atWork.push(object);
      most.all = Math.max(most.all, atWork.length);
      most.ofObject = Math.max(most.ofObject, atWork.filter((one) => one === object).length);
      await new Promise<void>((resolve) => releases.push(resolve));
      atWork.splice(atWork.indexOf(object), 1);
    });
    const ids = Array.from({ length: 12 }, (_, n) => `evt_${n}`);
    for (const [n, id] of ids.entries()) await keep(id, { object: `ch_${n % 5}` });
    start();
    for (const _id of ids) {
      await eventually(async () => expect(releases).not.to.deep.equal([]));
      releases.shift()?.();
    }
    for (const id of ids) await becomes(id, 'handled');
    expect(most).to.deep.equal({ all: 3, ofObject: 1 });
  });

  it('renews the lease while a handler runs, and aborts its signal when the lease is lost', async () => {
    const extended: Array<number> = [];
    const { on, start, keep } = open({
      leaseSeconds: 0.03,
      store: (inner) => ({
        ...inner,
        extend: (_id, _owner, until) => TE.right(extended.push(until) < 3),
      }),
    });
    const aborted = new Promise<void>((resolve) => {
      on('*', async (_event, { signal }) => {
        signal.addEventListener('abort', () => resolve());
        await aborted;
      });
    });
    start();
    await keep('evt_1');
    await aborted;
    expect(extended).to.deep.equal([1000.03, 1000.03, 1000.03]);
  });

  it('aborts the signal of a handler when the try takes too long', async () => {
    const { on, start, keep, driver } = open({ timeoutSeconds: 0.01 });
    on('*', async (_event, { signal }) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      signal.throwIfAborted();
    });
    start();
    await keep('evt_1');
    await eventually(async () =>
      expect(await driver.find('evt_1')).to.include({
        state: 'pending',
        last_error: 'Error: the try did not end within 0.01 seconds',
      }),
    );
  });

  it('calls a handler once although another handler of the event hangs', async () => {
    const { on, start, keep, driver, time, becomes } = open({ timeoutSeconds: 0.01, maxTries: 2 });
    const taken: Array<string> = [];
    on('*', ({ id }) => (id === 'evt_2' ? undefined : new Promise(() => {})), { name: 'hangs' });
    on('a', ({ id }) => void taken.push(id), { name: 'works' });
    start();
    await keep('evt_1', { type: 'a' });
    await eventually(async () =>
      expect((await driver.find('evt_1')).last_error).not.to.equal(null),
    );
    expect((await driver.find('evt_1')).taken_by).to.deep.equal(['works']);
    time.now += 10;
    await keep('evt_2', { type: 'b' });
    await becomes('evt_1', 'dead');
    expect(taken).to.deep.equal(['evt_1']);
    const error = 'Error: the try did not end within 0.01 seconds';
    expect((await driver.find('evt_1')).tries.map(({ handlers }) => handlers)).to.deep.equal([
      [
        { name: 'hangs', error },
        { name: 'works', error: null },
      ],
      [{ name: 'hangs', error }],
    ]);
  });

  it('replays a dead event for the handlers that failed, and a handled event for all handlers', async () => {
    const { on, start, keep, driver, becomes } = open({ maxTries: 1 });
    const taken: Array<string> = [];
    let works = false;
    on('*', () => {
      if (!works) throw new Error('no room');
      taken.push('ledger');
    });
    on('*', () => void taken.push('mail'));
    start();
    await keep('evt_1');
    await becomes('evt_1', 'dead');
    expect(taken).to.deep.equal(['mail']);
    works = true;
    await driver.replay('evt_1', 1000);
    await becomes('evt_1', 'handled');
    expect(taken).to.deep.equal(['mail', 'ledger']);
    await driver.replay('evt_1', 1000);
    await eventually(async () => expect(taken).to.have.length(4));
    expect(taken.slice(2)).to.deep.equal(['ledger', 'mail']);
  });

  it('stores with the lease which handlers have already succeeded', async () => {
    const { on, start, keep, driver } = open({ leaseSeconds: 0.03 });
    on('*', () => new Promise(() => {}), { name: 'hangs' });
    on('*', () => {}, { name: 'works' });
    start();
    await keep('evt_1');
    await eventually(async () =>
      expect((await driver.find('evt_1')).taken_by).to.deep.equal(['works']),
    );
  });

  it('does not confuse handlers without names of two processes', async () => {
    const shared = createMemoryEventStore();
    const driver = eventStoreDriver(() => shared);
    const taken: Array<string> = [];
    const processOf = (...handlers: ReadonlyArray<() => void>) => {
      const opened = open({ store: () => shared, maxTries: 1 });
      for (const handler of handlers) opened.on('a', handler);
      return opened;
    };
    const mail = () => void taken.push('mail');
    const refuses = () => {
      throw new Error('no room');
    };
    const before = processOf(mail, refuses);
    before.start();
    await before.keep('evt_1', { type: 'a' });
    await eventually(async () => expect((await driver.find('evt_1')).state).to.equal('dead'));
    await before.stop();
    // The next version registers them in another order.
    const after = processOf(() => void taken.push('ledger'), mail);
    await driver.replay('evt_1', 1000);
    after.start();
    await eventually(async () => expect((await driver.find('evt_1')).state).to.equal('handled'));
    expect(taken).to.deep.equal(['mail', 'ledger', 'mail']);
    await after.stop();
  });

  it('skips a named handler that has succeeded in another process', async () => {
    const shared = createMemoryEventStore();
    const driver = eventStoreDriver(() => shared);
    const taken: Array<string> = [];
    let works = false;
    const processOf = (...names: ReadonlyArray<string>) => {
      const opened = open({ store: () => shared, maxTries: 1 });
      for (const name of names) {
        opened.on(
          'a',
          () => {
            if (name === 'ledger' && !works) throw new Error('no room');
            taken.push(name);
          },
          { name },
        );
      }
      return opened;
    };
    const before = processOf('mail', 'ledger');
    before.start();
    await before.keep('evt_1', { type: 'a' });
    await eventually(async () => expect((await driver.find('evt_1')).state).to.equal('dead'));
    await before.stop();
    works = true;
    await driver.replay('evt_1', 1000);
    const after = processOf('ledger', 'mail');
    after.start();
    await eventually(async () => expect((await driver.find('evt_1')).state).to.equal('handled'));
    expect(taken).to.deep.equal(['mail', 'ledger']);
    await after.stop();
  });

  for (const name of ['', 'x'.repeat(101), 'a\nb', 7]) {
    it(`refuses ${JSON.stringify(name).slice(0, 9)} as a handler name`, () => {
      const { on } = open();
      expect(() => {
        Reflect.apply(on, undefined, ['a', () => {}, { name }]);
      }).to.throw(
        TypeError,
        'on: name must be a string of 1 to 100 characters without control characters',
      );
    });
  }

  it('refuses the name of another handler of the same event', () => {
    const { on } = open();
    const handler = (): void => undefined;
    const off = on('a', handler, { name: 'mail' });
    on('b', handler, { name: 'mail' });
    for (const type of ['a', '*']) {
      expect(() => on(type, handler, { name: 'mail' })).to.throw(
        TypeError,
        'on: the name mail is taken by another handler of the same event',
      );
    }
    off();
    on('a', handler, { name: 'mail' });
  });

  it('waits for a running handler when it stops', async () => {
    const { on, start, stop, keep, stateOf } = open();
    const { handler, begun, release } = heldHandler();
    on('*', handler);
    start();
    await keep('evt_1');
    await begun;
    const stopped = stop();
    release();
    await stopped;
    expect(await stateOf('evt_1')).to.equal('handled');
  });

  it('aborts the signal of a handler that still runs long after the stop', async () => {
    const { on, start, stop, keep, driver } = open();
    const begun = new Promise<void>((resolve) => {
      on(
        '*',
        (_event, { signal }) =>
          new Promise((_done, refuse) => {
            signal.addEventListener('abort', () => refuse(new Error('given up')));
            resolve();
          }),
      );
    });
    start();
    await keep('evt_1');
    await begun;
    await stop(1);
    expect(await driver.find('evt_1')).to.include({
      state: 'pending',
      last_error: 'Error: given up',
    });
  });

  it('waits for the end on every call of stop', async () => {
    const { on, start, stop, keep, stateOf } = open();
    const { handler, begun, release } = heldHandler();
    on('*', handler);
    start();
    await keep('evt_1');
    await begun;
    const first = stop();
    const second = stop();
    release();
    await second;
    expect(await stateOf('evt_1')).to.equal('handled');
    await first;
  });

  it('stops renewing the lease after the outcome could not be stored', async () => {
    const extended: Array<string> = [];
    const { on, start, keep, lines } = open({
      leaseSeconds: 0.003,
      store: (inner) => ({
        ...inner,
        extend: (id, ...lease) => {
          extended.push(id);
          return inner.extend(id, ...lease);
        },
        conclude: () => {
          throw new Error('a defect');
        },
      }),
    });
    on('*', ({ id }) => eventually(async () => expect(extended).to.include(id)));
    start();
    await keep('evt_1');
    await eventually(async () =>
      expect(lines).to.deep.equal(['event worker failed; it continues']),
    );
    extended.splice(0);
    await keep('evt_2', { object: 'another' });
    await eventually(async () => expect(lines).to.have.length(2));
    expect(extended).not.to.include('evt_1');
  });

  it('calls the handler once although the store is unavailable when the try ends', async () => {
    const { StoreUnavailable } = paymentErrors;
    let away = 1;
    const { on, start, keep, becomes, driver } = open({
      store: (inner) => ({
        ...inner,
        conclude: (...ended) => {
          away -= 1;
          return away >= 0 ? TE.left(StoreUnavailable) : inner.conclude(...ended);
        },
      }),
    });
    const taken: Array<number> = [];
    on('*', (_event, { attempt }) => void taken.push(attempt));
    start();
    await keep('evt_1');
    await becomes('evt_1', 'handled');
    expect([taken, (await driver.find('evt_1')).tries.length]).to.deep.equal([[1], 1]);
  });

  it('logs an outcome that it could not store before it stopped', async () => {
    const { StoreUnavailable } = paymentErrors;
    const { on, start, stop, keep, lines } = open({
      store: (inner) => ({ ...inner, conclude: () => TE.left(StoreUnavailable) }),
    });
    const begun = new Promise<void>((resolve) => {
      on('*', () => resolve());
    });
    start();
    await keep('evt_1');
    await begun;
    await stop(1);
    expect(lines).to.deep.equal([
      'could not store the outcome of an event; it may be handled again',
    ]);
  });

  it('continues after the store was unavailable, and logs that', async () => {
    const { StoreUnavailable } = paymentErrors;
    let away = 1;
    const { on, start, keep, lines, becomes } = open({
      store: (inner) => ({
        ...inner,
        claim: (by) => {
          away -= 1;
          return away >= 0 ? TE.left(StoreUnavailable) : inner.claim(by);
        },
      }),
    });
    on('*', () => {});
    start();
    await eventually(async () =>
      expect(lines).to.deep.equal(['could not claim events; it will be tried again']),
    );
    await keep('evt_1');
    await becomes('evt_1', 'handled');
  });

  it('continues after the store throws', async () => {
    let broken = true;
    const { on, start, keep, lines, becomes } = open({
      store: (inner) => ({
        ...inner,
        claim: (by) => {
          if (!broken) return inner.claim(by);
          broken = false;
          throw new Error('a defect');
        },
      }),
    });
    on('*', () => {});
    start();
    await eventually(async () =>
      expect(lines).to.deep.equal(['event worker failed; it continues']),
    );
    await keep('evt_1');
    await becomes('evt_1', 'handled');
  });
});
