import { expect } from 'chai';
import { systemClock } from '../../src/adapters/outbound/system-time.js';
import { eventOf } from '../../src/contract/stores/event-store/event-of.js';
import type { ProcessorEvent } from '../../src/domain/events/processor-event.js';
import { callAt } from '../support/http/call.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { insist, listAll, type Tally } from './client.js';
import { pause } from './pause.js';
import type { Receiver } from './receiver.js';

/** The secret that signs the events of these tests. */
const webhookSecret = ['whsec', 'chaos'].join('_');

/** A processor that sends each event until the service accepts it. */
type EventLoad = {
  readonly tally: Tally;
  /** The number of accepted deliveries. */
  readonly done: () => number;
  readonly deliver: (event: ProcessorEvent) => Promise<void>;
  /** Waits until no event is pending. Fails unless each event was stored once, handled and forwarded. */
  readonly check: (events: ReadonlyArray<ProcessorEvent>, receiver: Receiver) => Promise<void>;
};

const pollMs = 20;

export const createEventLoad = (address: string): EventLoad => {
  const call = callAt(address);
  const tally: Tally = new Map();
  let done = 0;

  const send = (event: ProcessorEvent) => {
    const raw = JSON.stringify(event);
    const signature = signatureOf(raw, webhookSecret, systemClock());
    return call('POST', '/api/webhooks', { raw, headers: { 'stripe-signature': signature } });
  };

  const page = async (query: string): Promise<unknown> => {
    const { body } = await insist(() => call('GET', `/api/events?${query}`), 200, new Map());
    return at(body, 'data');
  };

  return {
    tally,
    done: () => done,
    deliver: async (event) => {
      await insist(() => send(event), 200, tally);
      done += 1;
    },
    check: async (events, { received }) => {
      while (at(await page('state=pending&limit=1'), 'data.0') !== undefined) await pause(pollMs);
      const ids = events.map(({ id }) => id);
      const stored = await listAll(page);
      expect(stored.map((event) => [at(event, 'id'), at(event, 'state')])).to.have.deep.members(
        ids.map((id) => [id, 'handled']),
      );
      expect([...received.keys()]).to.have.members(ids);
    },
  };
};

/** The variables of a service that accepts signed events and forwards them to this URL. */
export const eventEnv = (url: string) => ({
  WEBHOOK_SECRET: webhookSecret,
  EVENT_FORWARD_URL: url,
  EVENT_FORWARD_SECRET: `whsec_${Buffer.alloc(32, 'chaos').toString('base64')}`,
  LOG_LEVEL: 'warn',
});

const perObject = 10;

/** This many events, grouped by object: ten for each object, in order. */
export const someEvents = (count: number): ReadonlyArray<ReadonlyArray<ProcessorEvent>> =>
  Array.from({ length: count / perObject }, (_, object) =>
    Array.from({ length: perObject }, (_event, number) =>
      eventOf(`evt_${object}_${number}`, {
        object: `ch_${object}`,
        created: 1_700_000_000 + number,
      }),
    ),
  );
