import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly head: string;
  readonly body: string;
};

/**
 * Sends bytes (as Latin-1 text) to a service unchanged, and returns everything received until the connection closes.
 * With `hangUp` the caller closes its side right after sending.
 */
export const rawRequest = (
  address: string,
  bytes: string,
  { hangUp = false } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const chunks: Array<Buffer> = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => {
      socket.write(bytes, 'latin1');
      if (hangUp) socket.end();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') });
    });
  });
