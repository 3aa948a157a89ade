import type { Answer } from './use-scripted-stripe.js';

type Headers = { readonly [name: string]: string };

/** An answer with this body as JSON. */
export const ok = (body: unknown, headers: Headers = {}): Answer => ({
  status: 200,
  body: JSON.stringify(body),
  headers: { 'request-id': 'req_answer', ...headers },
});

/** Stripe's answer to what it does not do. */
export const refuse = (status: number, error: object, headers: Headers = {}): Answer => ({
  status,
  body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.', ...error } }),
  headers: { 'request-id': 'req_refusal', ...headers },
});
