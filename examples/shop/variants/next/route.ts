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

const mostBytes = 1_000_000;

/** The body. Whoever sends more could fill the memory. `undefined`: it is too long. */
const readBody = async ({ body }: Request): Promise<string | undefined> => {
  const chunks: Array<Uint8Array> = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

// Next gives no parameters to a route without any in its path.
type Context = { params?: Promise<{ id?: string }> };

/** A route handler of Next. Bodies stay as they come: the signature of a webhook is over its bytes. */
export const route =
  (name: Exclude<keyof Shop, 'stop'>) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const { [name]: handle } = await shopOfProcess();
    const { id = '' } = (await params) ?? {};
    const headers = Object.fromEntries(request.headers);
    const body = await readBody(request);
    if (body === undefined) return new Response('the body is too long', { status: 413 });
    const answer = await handle({ id, headers, body });
    return new Response(answer.body, answer);
  };
