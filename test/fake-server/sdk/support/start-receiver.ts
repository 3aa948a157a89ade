import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** Takes webhooks on a free port of 127.0.0.1. `next` gives them one by one, and waits where there is none yet. */
export type Receiver = {
  readonly url: string;
  readonly next: () => Promise<Delivery>;
  readonly close: () => Promise<void>;
};

export const startReceiver = async (): Promise<Receiver> => {
  const deliveries: Array<Delivery> = [];
  const waiting: Array<(delivery: Delivery) => void> = [];
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      const delivery = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      const taker = waiting.shift();
      if (taker === undefined) deliveries.push(delivery);
      else taker(delivery);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    next: () => {
      const delivery = deliveries.shift();
      return delivery === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(delivery);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
