import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { at } from './at.js';

/** A proxy that loses answers. */
export type LossyProxy = {
  readonly url: string;
  /** How many answers it has lost. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await message.toArray());

const answerTo = (onward: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    onward.once('response', resolve).once('error', reject);
  });

/** Whether the answer of this status to this request may be lost. */
type MayLose = (request: IncomingMessage, status: number) => boolean;

// An answer to something that was not done is not lost.
const wasDone: MayLose = (_request, status) => status !== 404 && status < 500;

/**
 * Passes requests on to a server and waits for its answer; every odd time that the same request comes, the answer is
 * lost: the connection is cut when the work is done. Requests are the same when all of method, path, body and
 * idempotency key are. `mayLose`: absent, every answer but 404 and what is 500 or more.
 */
export const startLossyProxy = async (
  target: string,
  mayLose: MayLose = wasDone,
): Promise<LossyProxy> => {
  const waiting = new Set<string>();
  let lost = 0;

  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const same = [method, url, headers['idempotency-key'], body.toString('utf8')].join('\n');
    const onward = request(new URL(url, target), { method, headers }).end(body);
    const answer = await answerTo(onward);
    const content = await bodyOf(answer);
    const { statusCode: status = 500 } = answer;
    if (!mayLose(incoming, status) || waiting.delete(same)) {
      outgoing.writeHead(status, answer.headers).end(content);
    } else {
      waiting.add(same);
      lost += 1;
      incoming.socket.destroy();
    }
  };
  // Where the server itself cuts the connection, so does this.
  const proxy = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${String(at(proxy.address(), 'port'))}`,
    lost: () => lost,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
