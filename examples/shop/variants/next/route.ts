import { openShop } from './shop.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

declare global {
  var openedShop: Promise<Shop> | undefined;
}

/** The shop of this process. Next loads this module while it builds, and once for each route. */
export const shopOfProcess = (): Promise<Shop> => {
  globalThis.openedShop ??= openShop();
  return globalThis.openedShop;
};

type Context = { params: Promise<{ id?: string }> };

/** A route handler of Next. Bodies stay as they come: the signature of a webhook is over its bytes. */
export const route =
  (name: Exclude<keyof Shop, 'stop'>) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const { [name]: handle } = await shopOfProcess();
    const { id = '' } = await params;
    const headers = Object.fromEntries(request.headers);
    const answer = await handle({ id, headers, body: await request.text() });
    return new Response(answer.body, answer);
  };
