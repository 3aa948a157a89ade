/** An answer over HTTP; `body` is its text as JSON, `undefined` when that is not JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

/** What is sent beside method and path: `body` as JSON, or `raw` exactly as it is. */
export type Sent = {
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls a service at its address. A body is sent as `application/json` unless the headers say otherwise. */
export const callAt =
  (address: string): Call =>
  async (method, path, { body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${address}${path}`, {
      method,
      headers: sent === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(sent === undefined ? {} : { body: Buffer.from(sent) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
