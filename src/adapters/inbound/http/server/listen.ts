import type { Server } from 'node:net';

/** A URL as clients on this machine name it: they cannot call all addresses, `0.0.0.0` or `[::]`, everywhere. */
export const localUrl = (url: string): string =>
  url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://127.0.0.1');

/** Starts listening on a port, 0 for a free one. Returns the URL, for example `http://127.0.0.1:12111`. */
export const listen = (server: Server, host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address !== 'object' || address === null)
        reject(new Error('the server has no address'));
      else {
        const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
        resolve(`http://${name}:${address.port}`);
      }
    });
  });
