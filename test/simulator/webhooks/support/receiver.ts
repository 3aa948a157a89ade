import { EventEmitter, once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { type Collection, collection } from './collection.js';

/** How a receiver reacts to a request: the status of its response, or no response. */
export type Reaction = number | 'hang' | 'reset' | 'cut short' | { readonly redirect: string };

export type Received = {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Receiver = Pick<Collection<Received>, 'items' | 'first'> & {
  readonly url: string;
  /** Answers the hanging request with this status, and later requests with 200. */
  readonly release: (status: number) => void;
  /** The maximum number of requests at once. */
  readonly mostAtOnce: () => number;
  /** Resolves once no request is open. */
  readonly gone: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A webhook receiver on a free port. It reacts to its requests in this order, and to later ones with 200. */
export const startReceiver = async (...reactions: ReadonlyArray<Reaction>): Promise<Receiver> => {
  const received = collection<Received>();
  const hanging = new Set<(status: number) => void>();
  let script = [...reactions];
  const ended = new EventEmitter();
  const open = new Set<ServerResponse>();
  let most = 0;
  const react = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [reaction = 200] = script.splice(0, 1);
    const body = await text(request);
    const { method, url: path, headers } = request;
    const answer = (status: number): void => {
      response.writeHead(status).end();
    };
    if (reaction === 'hang') hanging.add(answer);
    else if (reaction === 'reset') request.socket.resetAndDestroy();
    else if (reaction === 'cut short') {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => {
        request.socket.destroy();
      });
    } else if (typeof reaction === 'number') answer(reaction);
    else response.writeHead(302, { location: reaction.redirect }).end();
    received.add({ method, path, headers, body });
  };
  const server = createServer((request, response) => {
    open.add(response);
    most = Math.max(most, open.size);
    response.on('close', () => {
      open.delete(response);
      ended.emit('call');
    });
    void react(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...received,
    url: `http://127.0.0.1:${port}/hooks`,
    release: (status) => {
      script = [];
      for (const answer of hanging) answer(status);
      hanging.clear();
    },
    mostAtOnce: () => most,
    gone: async () => {
      while (open.size > 0) await once(ended, 'call');
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
