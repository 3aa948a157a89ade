import { Stripe } from 'stripe';
import { engineOperations } from '../../src/simulator/engine/operations.js';

/** A request and its response on the wire. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

/** An HTTP client for the official SDK that records every exchange. */
type Recorder = {
  readonly httpClient: Stripe.HttpClient;
  readonly exchanges: ReadonlyArray<Exchange>;
};

export const createRecorder = (): Recorder => {
  const exchanges: Array<Exchange> = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const body: unknown = await response.clone().json();
    const { method, url } = request;
    exchanges.push({ method, path: new URL(url).pathname, status: response.status, body });
    return response;
  };
  return { httpClient: Stripe.createFetchHttpClient(recordingFetch), exchanges };
};

type Called = { readonly method: string; readonly path: string };

type Asked = Called & { readonly returns: string; readonly list?: true };

const fits = (path: string, template: string): boolean =>
  new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** The operation of a request. */
export const operationOf = ({ method, path }: Called): Asked | undefined =>
  Object.values(engineOperations).find(
    (operation) => operation.method === method && fits(path, operation.path),
  );
