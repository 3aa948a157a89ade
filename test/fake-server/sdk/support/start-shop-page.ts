import { createServer } from 'node:http';

/** A page of the shop, on a free port of 127.0.0.1: where the customer comes back to. */
export type ShopPage = { readonly url: string; readonly close: () => Promise<void> };

export const startShopPage = async (): Promise<ShopPage> => {
  const server = createServer((_request, response) => response.end('la tienda'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
