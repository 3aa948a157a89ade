import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import type { RawResponse } from './exchange.js';

const required = ['code', 'message', 'status'];
// The names of wrong fields, what was probably meant, the facts of a decline, those of an unknown outcome, and the stack of other environments than
// production.
const optional = [
  'charge',
  'decline_code',
  'field',
  'fields',
  'hint',
  'outcome',
  'payment_intent',
  'setup_intent',
  'stack',
];
// With the stored answer of a payment that waits for the customer.
const advice = ['advice', 'advice_code'];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const namesOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

/** Why a response of the service is not in the envelope of the interface; `null` when it is. */
export const envelopeProblem = ({ status, headers, text }: RawResponse): string | null => {
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return 'not JSON in UTF-8';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no X-Content-Type-Options';
  const body = parsed(text);
  const message = at(body, 'message');
  if (typeof message !== 'string' || message === '') return 'no message';
  const names = namesOf(body).toSorted();
  if (status < 400) {
    const repeated = headers.get('idempotent-replayed') === 'true';
    const whole = names.filter((name) => !(repeated && advice.includes(name))).join();
    return whole === 'data,message,status,statusCode' &&
      at(body, 'status') === true &&
      at(body, 'statusCode') === status
      ? null
      : 'not the envelope of a success';
  }
  const code = at(body, 'code');
  return names.filter((name) => !optional.includes(name)).join() === required.join() &&
    at(body, 'status') === false &&
    // Every 400 has a code (decision E20).
    (typeof code === 'string' || (code === null && status !== 400))
    ? null
    : 'not the envelope of a failure';
};

/** The code of a failure in the envelope; `undefined` for a success. */
export const codeOf = ({ text }: RawResponse): unknown => at(parsed(text), 'code');

/** Why a response of the local server is not as Stripe's; `null` when it is. */
export const stripeProblem = ({ status, headers, text }: RawResponse): string | null => {
  if (!headers.get('content-type')?.startsWith('application/json')) return 'not JSON';
  const body = parsed(text);
  if (status < 400) return namesOf(body).length > 0 ? null : 'not an object';
  return namesOf(body).join() === 'error' && typeof at(body, 'error.type') === 'string'
    ? null
    : 'not an error of Stripe';
};

/** The code of an error of Stripe; its type when it has no code. */
export const stripeCodeOf = ({ text }: RawResponse): unknown => {
  const body = parsed(text);
  return at(body, 'error.code') ?? at(body, 'error.type');
};

export const expectNothingOf = (
  absent: ReadonlyArray<string>,
  where: string,
  text: string,
): void => {
  for (const secret of absent) expect(text, where).not.to.include(secret);
};
