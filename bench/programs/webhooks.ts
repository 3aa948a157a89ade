import { setTimeout } from 'node:timers/promises';
import * as t from 'io-ts';
import { createPayments, signWebhook } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { openStore } from '../harness/open-store.js';
import { runAsChild } from '../harness/run-as-child.js';
import { latencyAtRate, ratePerSecond } from '../harness/timing.js';
import { webhookEvent } from '../harness/webhook-event.js';

const secret = ['whsec', 'bench0123456789'].join('_');

// The wait of a handler, in milliseconds: for another service, for instance.
const handlerWait = 20;

// `prefix` keeps the ids of several processes on one store apart. `paced`: the events of a round at a steady rate.
const Options = t.type({ store: t.string, prefix: t.string, paced: t.number });

// Receives signed events, and handles stored ones.
await runAsChild(Options, async ({ store, prefix, paced }) => {
  const { eventStore } = await openStore(store);
  const options = {
    processor: createMemoryProcessor({ seed: 'bench' }),
    webhookSecrets: [secret],
    stores: { eventStore },
  };
  const inbox = createPayments({ ...options, eventsHandledElsewhere: true });
  let sent = 0;

  const signed = (count: number) => {
    const now = Math.floor(Date.now() / 1000);
    return Array.from({ length: count }, () => {
      sent += 1;
      const payload = JSON.stringify(webhookEvent(`${prefix}${sent}`, now));
      return { payload, signature: signWebhook(payload, { secret, timestamp: now }) };
    });
  };

  const receiveOneOf = (calls: ReturnType<typeof signed>) => async (n: number) => {
    const call = calls[n];
    if (call !== undefined) await inbox.receiveWebhook(call);
  };

  const receive = (inFlight: number) => async (count: number) => {
    const calls = signed(count);
    return { perSecond: await ratePerSecond(count, inFlight, receiveOneOf(calls)) };
  };

  const receiveAt = async (perSecond: number) => {
    const calls = signed(paced);
    return latencyAtRate(paced, perSecond, receiveOneOf(calls));
  };

  /** Handles events until so many are done, or until the time is over. */
  const handle = async (
    concurrency: number,
    until: { readonly events: number; readonly ms: number },
    handler: () => Promise<void>,
  ): Promise<number> => {
    const payments = createPayments({ ...options, eventHandling: { concurrency } });
    let done = 0;
    const finished = new AbortController();
    payments.on('*', async () => {
      await handler();
      done += 1;
      if (done === until.events) finished.abort();
    });
    const begun = performance.now();
    payments.start();
    await setTimeout(until.ms, undefined, { signal: finished.signal }).catch(() => undefined);
    const perSecond = done / ((performance.now() - begun) / 1000);
    await payments.stop();
    return perSecond;
  };

  const handleWaiting = async (until: { readonly events: number; readonly ms: number }) => ({
    perSecond: await handle(8, until, () => setTimeout(handlerWait)),
  });

  const handleAll = (concurrency: number) => async (count: number) => {
    await receive(64)(count);
    const until = { events: count, ms: 60_000 };
    return { perSecond: await handle(concurrency, until, async () => undefined) };
  };

  return {
    rounds: {
      'receive 1': receive(1),
      'receive 16': receive(16),
      'receive 64': receive(64),
      'receive at': receiveAt,
      'handle 1': handleAll(1),
      'handle 64': handleAll(64),
      'waiting, so long': (ms) => handleWaiting({ events: Number.POSITIVE_INFINITY, ms }),
      'waiting, so many': (events) => handleWaiting({ events, ms: 60_000 }),
    },
  };
});
