import type { IncomingHttpHeaders } from 'node:http';

/** A request, as every framework has it. */
export type Call = {
  /** The order in the path. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent: the signature of a webhook is over its bytes. */
  readonly body: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Handler = (call: Call) => Promise<Answer>;

// Pages and answers belong to one customer.
const answer = (status: number, type: string, body: string): Answer => ({
  status,
  headers: { 'content-type': type, 'cache-control': 'no-store' },
  body,
});

/** A page. No other site may show it in a frame, where customers would press what they do not see. */
export const page = (html: string): Answer => {
  const { headers, ...shown } = answer(200, 'text/html; charset=utf-8', html);
  return { ...shown, headers: { ...headers, 'content-security-policy': "frame-ancestors 'none'" } };
};

export const json = (value: unknown, status = 200) =>
  answer(status, 'application/json', JSON.stringify(value));

/** Leads the browser to another page. */
export const redirect = (location: string): Answer => ({
  status: 303,
  headers: { location },
  body: '',
});

/** Thrown where the shop refuses a request. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The fields of a form, or of JSON. */
export const fieldsOf = ({ body }: Call): Record<string, unknown> => {
  try {
    const fields: unknown = body.trimStart().startsWith('{')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    return Object(fields);
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
};

/** Names an attempt, such as one press of a button. Without an answer, the caller sends the same attempt again. */
export const attemptOf = ({ headers }: Call): string => {
  const key = String(headers['idempotency-key'] ?? '');
  if (!/^[\w-]{1,64}$/.test(key)) throw new Refusal(400, 'send the attempt as Idempotency-Key');
  return key;
};
