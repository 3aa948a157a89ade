import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { at } from '../json/at.js';

/** A proxy that loses requests and responses. */
export type LossyProxy = {
  readonly url: string;
  /** How many requests were lost before the server received them, and how many responses after it handled them. */
  readonly lost: () => { readonly requests: number; readonly answers: number };
  readonly close: () => Promise<void>;
};

/**
 * A request on its way. `attempt` counts from 1 for requests with the same method, path, body and idempotency key.
 */
export type Passing = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly body: string;
  readonly attempt: number;
};

/** The requests and responses that are lost. */
export type Losses = {
  /** Whether the request is lost before the server receives it. Default: never. */
  readonly request?: (passing: Passing) => boolean;
  /** Whether the response with this status is lost after the server handled the request. */
  readonly answer: (passing: Passing, status: number) => boolean;
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await message.toArray());

const answerTo = (onward: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    onward.once('response', resolve).once('error', reject);
  });

/** Loses the first, third, ... response to each request, except 404 and 500 or more, where nothing was done. */
export const everyOddAnswer: Losses = {
  answer: ({ attempt }, status) => attempt % 2 === 1 && status !== 404 && status < 500,
};

/** Forwards requests to a server and its responses back. To lose one, it cuts the connection. */
export const startLossyProxy = async (target: string, losses: Losses): Promise<LossyProxy> => {
  const attempts = new Map<string, number>();
  const lost = { requests: 0, answers: 0 };

  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const bytes = await bodyOf(incoming);
    const body = bytes.toString('utf8');
    const { method = 'GET', url = '/', headers } = incoming;
    const same = [method, url, headers['idempotency-key'], body].join('\n');
    const attempt = (attempts.get(same) ?? 0) + 1;
    attempts.set(same, attempt);
    const passing = { method, url, headers, body, attempt };
    if (losses.request?.(passing) === true) {
      lost.requests += 1;
      incoming.socket.destroy();
      return;
    }
    const onward = request(new URL(url, target), { method, headers }).end(bytes);
    const answer = await answerTo(onward);
    const content = await bodyOf(answer);
    const { statusCode: status = 500 } = answer;
    if (losses.answer(passing, status)) {
      lost.answers += 1;
      incoming.socket.destroy();
    } else outgoing.writeHead(status, answer.headers).end(content);
  };
  // If the server cuts the connection, so does the proxy.
  const proxy = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${String(at(proxy.address(), 'port'))}`,
    lost: () => ({ ...lost }),
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
