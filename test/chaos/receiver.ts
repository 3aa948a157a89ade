import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { at, textAt } from '../support/json/at.js';

/** The application that receives forwarded events. */
export type Receiver = {
  readonly url: string;
  /** How often each event was received completely, in the order of first receipt. */
  readonly received: ReadonlyMap<string, number>;
  /** The ids of the events of each object, in the order in which their requests began. */
  readonly begun: ReadonlyMap<string, ReadonlyArray<string>>;
  /** Events that arrived while another request about the same object was in progress. */
  readonly collisions: ReadonlyArray<string>;
  readonly close: () => Promise<void>;
};

const longestMs = 5;

/** Answers 200 to each event after a few milliseconds. */
export const startReceiver = async (): Promise<Receiver> => {
  const received = new Map<string, number>();
  const begun = new Map<string, Array<string>>();
  const collisions: Array<string> = [];
  const underWay = new Set<string>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const event: unknown = JSON.parse(await text(request));
    const id = textAt(event, 'id');
    const object = textAt(event, 'data.object.id');
    if (underWay.has(object)) collisions.push(id);
    underWay.add(object);
    begun.set(object, [...(begun.get(object) ?? []), id]);
    received.set(id, (received.get(id) ?? 0) + 1);
    await pause(longestMs * Math.random());
    underWay.delete(object);
    response.end();
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String(at(server.address(), 'port'))}`,
    received,
    begun,
    collisions,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
