import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { createSender, createTurns } from '../../../src/simulator/webhooks/sender.js';
import { endlessResponses, startEndlessServer } from '../../support/http/endless-server.js';
import { seed } from '../../support/inputs/seed.js';
import { usePostOffices } from './support/post-office.js';

describe('a sender', () => {
  const { receiver } = usePostOffices();
  const sender = () => createSender({ timeoutMs: 60_000, atOnce: 1 });

  it('sends nothing when prepare returns nothing, and continues with the next', async () => {
    const { url, items } = await receiver();
    const { send, close } = sender();
    const message = { url, headers: {}, body: '{}' };
    const { signal } = new AbortController();
    const [none, one] = await Promise.all([
      send(url, () => undefined, signal),
      send(url, () => message, signal),
    ]);
    expect(none).to.equal(undefined);
    expect(one).to.deep.equal({ message, outcome: { status: 200, error: null } });
    expect(items()).to.have.length(1);
    close();
  });

  it('returns nothing once it is closed, for requests in progress and for waiting ones', async () => {
    const { url, first } = await receiver('hang');
    const { send, close } = sender();
    let prepared = 0;
    const prepare = () => {
      prepared += 1;
      return { url, headers: {}, body: '{}' };
    };
    const { signal } = new AbortController();
    const sent = Promise.all([send(url, prepare, signal), send(url, prepare, signal)]);
    await first(1);
    close();
    expect(await sent).to.deep.equal([undefined, undefined]);
    expect(await send(url, prepare, signal)).to.equal(undefined);
    expect(prepared).to.equal(1);
  });

  for (const [what, head, text] of endlessResponses) {
    it(`ends the connection of endless ${what}`, async () => {
      const { url, left, close: closeServer } = await startEndlessServer(head, text);
      const { send, close } = createSender({ timeoutMs: 200, atOnce: 1 });
      const message = { url, headers: {}, body: '{}' };
      const sent = await send(url, () => message, new AbortController().signal);
      await left();
      await closeServer();
      close();
      expect(sent?.outcome).to.include({ status: null });
      expect(sent?.outcome.error).to.match(/^no response in time$|Header overflow/);
    });
  }

  it('breaks off what a signal ends, in progress or waiting, and sends the rest', async () => {
    const { url, first, gone, items } = await receiver('hang');
    const { send, close } = sender();
    const prepare = () => ({ url, headers: {}, body: '{}' });
    const ended = new AbortController();
    const under = send(url, prepare, ended.signal);
    const waiting = send(url, prepare, ended.signal);
    const other = send(url, prepare, new AbortController().signal);
    await first(1);
    ended.abort();
    expect([await under, await waiting]).to.deep.equal([undefined, undefined]);
    expect((await other)?.outcome).to.deep.equal({ status: 200, error: null });
    await gone();
    expect(items()).to.have.length(2);
    close();
  });
});

type Turn = { readonly key: string; readonly at: number; readonly end: () => void };

const ask = fc.constantFrom('a', 'b');
const end = fc.nat({ max: 5 });

describe('turns', () => {
  it('are limited under each key, and are granted in the order of their requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.oneof(ask, end), { maxLength: 40 }),
        async (atOnce, steps) => {
          const turns = createTurns(atOnce);
          const asked: Array<string> = [];
          const begun: Array<Turn> = [];
          const ended = new Set<Turn>();
          const countOf = (key: string, list: Iterable<{ readonly key: string }>): number =>
            [...list].filter((one) => one.key === key).length;
          for (const step of steps) {
            const open = begun.filter((turn) => !ended.has(turn));
            if (typeof step === 'string') {
              const at = asked.push(step);
              void turns.take(step).then((over) => begun.push({ key: step, at, end: over }));
            } else {
              const turn = open[step % Math.max(open.length, 1)];
              if (turn !== undefined) {
                ended.add(turn);
                turn.end();
              }
            }
            await setImmediate();
            for (const key of ['a', 'b']) {
              const left = asked.filter((one) => one === key).length - countOf(key, ended);
              expect(countOf(key, begun) - countOf(key, ended)).to.equal(Math.min(atOnce, left));
            }
          }
          for (const key of ['a', 'b']) {
            const order = begun.filter((turn) => turn.key === key).map(({ at }) => at);
            expect(order).to.deep.equal(order.toSorted((one, other) => one - other));
          }
        },
      ),
      { seed, numRuns: 50 },
    );
  });
});
