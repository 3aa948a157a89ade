import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { at } from '../support/json/at.js';
import { pause } from './pause.js';

/** A small reverse proxy, as many stand in front of several instances. */
export type ReadyProxy = {
  readonly address: string;
  /** Resolves when the instance at this port is ready, or is not. */
  readonly becomes: (port: number, ready: boolean) => Promise<void>;
  /** Failures between the proxy and the instances, each with a request that was answered 502. */
  readonly failures: ReadonlyArray<string>;
  /** How many requests were sent to another instance because the first refused the connection. */
  readonly passedOn: () => number;
  readonly close: () => Promise<void>;
};

type Upstream = { readonly port: number; readonly agent: Agent; ready: boolean };

const pollMs = 20;

const answerOf = (
  upstream: Upstream,
  from: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = from;
    const { port, agent } = upstream;
    request({ host: '127.0.0.1', port, agent, method, path: url, headers }, resolve)
      .on('error', reject)
      .end(body);
  });

/**
 * Sends each request to the next ready instance, over connections that it keeps. It asks `/ready` all the time, and repeats a
 * request only if the connection was refused, so that nothing was sent.
 */
export const startReadyProxy = async (ports: ReadonlyArray<number>): Promise<ReadyProxy> => {
  const upstreams = ports.map(
    (port): Upstream => ({ port, agent: new Agent({ keepAlive: true }), ready: false }),
  );
  const failures: Array<string> = [];
  let passedOn = 0;
  let turn = 0;
  const closing = new AbortController();

  const poll = async (upstream: Upstream): Promise<void> => {
    while (!closing.signal.aborted) {
      upstream.ready = await fetch(`http://127.0.0.1:${upstream.port}/ready`, {
        headers: { connection: 'close' },
        signal: closing.signal,
      }).then(
        async ({ ok, body }) => {
          await body?.cancel();
          return ok;
        },
        () => false,
      );
      await pause(pollMs);
    }
  };

  const inOrder = (): ReadonlyArray<Upstream> => {
    const ready = upstreams.filter((upstream) => upstream.ready);
    // On a busy machine both may be slow to say that they are ready. A proxy then tries any.
    const able = ready.length === 0 ? upstreams : ready;
    turn += 1;
    return [...able.slice(turn % able.length), ...able.slice(0, turn % able.length)];
  };

  const pass = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const body = await buffer(from);
    for (const upstream of inOrder()) {
      try {
        const answer = await answerOf(upstream, from, body);
        const text = await buffer(answer);
        to.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
        return;
      } catch (problem) {
        if (at(problem, 'code') !== 'ECONNREFUSED') {
          failures.push(
            `${from.method} ${from.url} at ${upstream.port} (${upstream.ready ? 'ready' : 'not ready'}): ${String(problem)}`,
          );
          to.writeHead(502).end(JSON.stringify({ failures }));
          return;
        }
        passedOn += 1;
      }
    }
    failures.push(`${from.method} ${from.url}: every instance refused the connection`);
    to.writeHead(502).end(JSON.stringify({ failures }));
  };

  const polling = Promise.all(upstreams.map(poll));
  const server = createServer((from, to) => {
    pass(from, to).catch(() => to.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${String(at(server.address(), 'port'))}`,
    becomes: async (port, ready) => {
      while (upstreams.some((upstream) => upstream.port === port && upstream.ready !== ready)) {
        await pause(pollMs);
      }
    },
    failures,
    passedOn: () => passedOn,
    close: async () => {
      closing.abort();
      await polling;
      for (const { agent } of upstreams) agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
