import * as t from 'io-ts';
import { run } from '../harness/must-succeed.js';
import { openStore } from '../harness/open-store.js';
import { runAsChild } from '../harness/run-as-child.js';
import { medianMicros, ratePerSecond } from '../harness/timing.js';

const event = (id: string, object: string, created: number) => ({
  id,
  object: 'event' as const,
  type: 'payment_intent.succeeded',
  created,
  livemode: false,
  data: { object: { id: object, object: 'payment_intent', amount: 1999, status: 'succeeded' } },
});

const handled = { _tag: 'Handled' } as const;

/** Claims events of other objects while one object has due events, the first of which is being handled. */
const openQueue = async (store: string) => {
  const { eventStore } = await openStore(store);
  const now = Math.floor(Date.now() / 1000);
  let claimed = 0;

  const claim = (owner: string) =>
    run(eventStore.claim({ owner, now, leaseUntil: now + 3600, limit: 1 }));

  return {
    fill: async (count: number) => {
      const perSecond = await ratePerSecond(count, 64, (n) =>
        run(eventStore.store(event(`evt_crowd${n}`, 'pi_crowd', now - count + n), now)),
      );
      await claim('crowd');
      return { perSecond };
    },
    claim: async (count: number) => ({
      micros: await medianMicros(count, async () => {
        const ended = { owner: 'bench', startedAt: now, endedAt: now, outcome: handled };
        await run(eventStore.conclude(`evt_${claimed}`, ended));
        claimed += 1;
        const id = `evt_${claimed}`;
        await run(eventStore.store(event(id, `pi_${claimed}`, now + 1), now));
        return async () => {
          let [found] = await claim('bench');
          // A store may take a limited number of events into account each time.
          for (let n = 0; found === undefined && n < 1000; n += 1) [found] = await claim('bench');
          if (found?.stored.id !== id) throw new Error(`claimed ${found?.stored.id}`);
        };
      }),
    }),
  };
};

await runAsChild(t.type({ few: t.string, many: t.string }), async (stores) => {
  const few = await openQueue(stores.few);
  const many = await openQueue(stores.many);
  return {
    rounds: {
      'fill few': few.fill,
      'fill many': many.fill,
      'claim few': few.claim,
      'claim many': many.claim,
    },
  };
});
