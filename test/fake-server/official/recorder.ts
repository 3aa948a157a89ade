import { Stripe } from 'stripe';

/** A request and its answer, as they went over the wire. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

/** What the official SDK sends requests with; keeps every exchange. */
export type Recorder = {
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
