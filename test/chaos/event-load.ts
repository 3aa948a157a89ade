import { expect } from 'chai';
import { systemClock } from '../../src/adapters/outbound/system-clock.js';
import type { ProcessorEvent } from '../../src/domain/processor-event.js';
import { callAt } from '../support/http/call.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { insist, type Tally } from './insist.js';
import { listAll } from './list-all.js';
import { pause } from './pause.js';
import type { Receiver } from './receiver.js';
import { webhookSecret } from './webhook-secret.js';

/** A processor that sends each event until it is taken. */
export type EventLoad = {
  readonly tally: Tally;
  /** How many deliveries were taken. */
  readonly done: () => number;
  readonly deliver: (event: ProcessorEvent) => Promise<void>;
  /** Waits until none is pending; fails unless each of these was stored once, handled, and forwarded. */
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
