import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { at } from '../json/at.js';

/** A proxy that loses requests and answers. */
export type LossyProxy = {
  readonly url: string;
  /** How many requests were lost before the server had them, and how many answers after its work. */
  readonly lost: () => { readonly requests: number; readonly answers: number };
  readonly close: () => Promise<void>;
};

/**
 * A request that passes. `attempt`: how often it came, from 1; requests are the same when all of method, path, body and
 * idempotency key are.
 */
export type Passing = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly body: string;
  readonly attempt: number;
};

/** What is lost of the requests that pass. */
export type Losses = {
  /** Whether the server never hears of the request. Absent: it does. */
  readonly request?: (passing: Passing) => boolean;
  /** Whether the answer of this status is cut off when the work is done. */
  readonly answer: (passing: Passing, status: number) => boolean;
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await message.toArray());

const answerTo = (onward: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    onward.once('response', resolve).once('error', reject);
  });

/** Loses every odd answer to a request, but those of 404 and of 500 or more: there nothing was done. */
export const everyOddAnswer: Losses = {
  answer: ({ attempt }, status) => attempt % 2 === 1 && status !== 404 && status < 500,
};

/** Passes requests on to a server and its answers back, without those that are lost: then the connection is cut. */
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
  // Where the server itself cuts the connection, so does this.
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
