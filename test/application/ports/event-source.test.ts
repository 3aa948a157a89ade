import { expect } from 'chai';
import {
  createMemoryProcessor,
  type MemoryProcessor,
} from '../../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createStripeEventSource } from '../../../src/adapters/outbound/stripe/event-source.js';
import { backfillEvents } from '../../../src/application/events/backfill-events.js';
import { keepEvent } from '../../../src/application/events/keep-event.js';
import type { EventSource } from '../../../src/application/ports/event-source.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import {
  createdOf,
  type ListedEvent,
  ProcessorEvent,
} from '../../../src/domain/events/processor-event.js';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { right } from '../../adapters/outbound/stripe/support/outcomes.js';
import { objectIn } from '../../support/processors/object-in.js';

const start = 1_700_000_000;
const count = 450;

/** Customers, two a second. */
const makeCustomers = async ({ createCustomer, controls }: MemoryProcessor, many: number) => {
  for (let n = 0; n < many; n += 1) {
    right(await createCustomer({ name: `Ana ${n}` })());
    if (n % 2 === 1) controls.clock.advance(1);
  }
};

const secondsOf = (events: ReadonlyArray<ListedEvent>): ReadonlyArray<unknown> =>
  events.map((event) => (ProcessorEvent.is(event) ? createdOf(event) - start : event));

type Made = { readonly source: EventSource; readonly processor: MemoryProcessor };

const servers: Array<FakeServer> = [];

const overMemory = async (): Promise<Made> => {
  const processor = createMemoryProcessor({ clock: () => start });
  return { processor, source: processor.controls.eventSource };
};

const overServer = async (): Promise<Made & { readonly server: FakeServer }> => {
  const server = await startFakeServer({ clock: () => start });
  servers.push(server);
  const { apiKey, url, processor } = server;
  return {
    server,
    processor,
    source: createStripeEventSource({ secretKey: apiKey, baseUrl: url, retryDelayMs: 1 }),
  };
};

for (const [name, make] of [
  ['in-memory', overMemory],
  ['Stripe', overServer],
] as const) {
  describe(`the event source, ${name}`, () => {
    afterEach(async () => {
      for (const { close } of servers.splice(0)) await close();
    });

    it('lists the events of a range, newest first, page by page in both directions', async () => {
      const { source, processor } = await make();
      await makeCustomers(processor, 12);
      const range = { createdFrom: start + 1, createdTo: start + 5 };
      const list = async (page: object) =>
        right(await source.listEvents({ ...range, limit: 5, ...page })());
      const first = await list({});
      expect(secondsOf(first.data)).to.deep.equal([4, 4, 3, 3, 2]);
      expect(first.has_more).to.equal(true);
      const second = await list({ starting_after: first.data.at(-1)?.id });
      expect(secondsOf(second.data)).to.deep.equal([2, 1, 1]);
      expect(second.has_more).to.equal(false);
      expect((await list({ ending_before: second.data.at(0)?.id })).data).to.deep.equal(first.data);
    });

    it('reports a cursor that no event has', async () => {
      const { source } = await make();
      const page = { createdFrom: start, limit: 5, starting_after: 'evt_none' };
      expect(await source.listEvents(page)()).to.have.nested.include({
        'left._tag': 'ProcessorRefused',
        'left.code': 'resource_missing',
      });
    });

    it('gives a backfill hundreds of events in order, also those that arrive meanwhile', async () => {
      const { source, processor } = await make();
      await makeCustomers(processor, count);
      const eventStore = createMemoryEventStore();
      let more = 3;
      const outcome = await backfillEvents({
        keepEvent: keepEvent({
          eventStore,
          clock: () => start,
          whyIgnored: () => undefined,
          telemetry: silentTelemetry,
        }),
        eventSource: {
          listEvents: (page) => async () => {
            if (more > 0) await makeCustomers(processor, 1);
            more -= 1;
            return source.listEvents(page)();
          },
        },
        onProgress: () => undefined,
      })({ createdFrom: start })();
      expect(right(outcome)).to.include({ stored: count + 3, known: 0 });
      const claimed = right(
        await eventStore.claim({ owner: 'a', now: start, leaseUntil: start + 1, limit: 1000 })(),
      );
      const names = claimed.map(({ stored }) => objectIn(stored.event)['name']);
      expect(names).to.have.length(count + 3);
      expect(names.slice(0, 3)).to.deep.equal(['Ana 0', 'Ana 1', 'Ana 2']);
    });
  });
}

describe('the event source, Stripe', () => {
  afterEach(async () => {
    for (const { close } of servers.splice(0)) await close();
  });

  it('retries when a response is lost', async () => {
    const { source, server } = await overServer();
    const { processor, url, apiKey } = server;
    await makeCustomers(processor, 1);
    const once = createStripeEventSource({ secretKey: apiKey, baseUrl: url, maxRetries: 0 });
    const page = { createdFrom: start, limit: 5 };
    processor.controls.failNext({ on: 'any', with: 'timeout_after', times: 2 });
    expect(await once.listEvents(page)()).to.have.nested.include({
      'left._tag': 'ProcessorUnavailable',
      'left.outcome': 'not_done',
    });
    expect(right(await source.listEvents(page)()).data).to.have.length(1);
  });
});
