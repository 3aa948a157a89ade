import { isObject } from '../../../domain/input/json.js';

/** A request to Stripe's API. */
export type StripeRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the query. */
  readonly path: string;
  /** The form of a POST. */
  readonly form?: string;
  /** The account of an organization that is asked: the `Stripe-Context` of a thin event. */
  readonly context?: string;
};

const addPairs = (pairs: Array<string>, name: string, value: unknown): void => {
  if (value === undefined) return;
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      addPairs(pairs, `${name}[${encodeURIComponent(key)}]`, inner);
    }
    return;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  pairs.push(`${name}=${value === null ? '' : encodeURIComponent(text)}`);
};

/**
 * Parameters as Stripe reads forms: `metadata[order]=42&expand[0]=latest_charge`. What is undefined is left out, and `null`
 * is empty. Throws a `URIError` for text with a lone surrogate, which cannot be encoded.
 */
export const encodeForm = (params: object): string => {
  const pairs: Array<string> = [];
  for (const [name, value] of Object.entries(params)) {
    addPairs(pairs, encodeURIComponent(name), value);
  }
  return pairs.join('&');
};

/** A path of Stripe's API, with ids between its words: ``pathTo`/v1/customers/${id}` ``. */
export const pathTo = (words: ReadonlyArray<string>, ...ids: ReadonlyArray<string>): string =>
  words.map((word, index) => `${word}${encodeURIComponent(ids[index] ?? '')}`).join('');

/** Reads an object, or a page of objects. `P` are the parameters as the SDK describes them. */
export const getRequest = <P extends object>(to: string, params?: P): StripeRequest => {
  const query = params === undefined ? '' : encodeForm(params);
  return { method: 'GET', path: query === '' ? to : `${to}?${query}` };
};

/** Creates or changes something. `P` are the parameters as the SDK describes them. */
export const postRequest = <P extends object>(to: string, params: P): StripeRequest => ({
  method: 'POST',
  path: to,
  form: encodeForm(params),
});

/** Removes an object. */
export const deleteRequest = (to: string): StripeRequest => ({ method: 'DELETE', path: to });
