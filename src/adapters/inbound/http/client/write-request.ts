import type { ClientRequest } from './send.js';

/** The input of a call, by name. */
export type CallInput = { readonly [name: string]: unknown };

/** How an operation is requested. */
export type RequestPlan = {
  readonly operation: string;
  readonly method: string;
  readonly segments: ReadonlyArray<string>;
  readonly inQuery: boolean;
};

/** Reads the signature of an operation. */
export const planOf = (operation: string, signature: string): RequestPlan => {
  const [method = '', path = ''] = signature.split(' ');
  const inQuery = path.endsWith('?');
  return { operation, method, segments: path.replace('?', '').split('/'), inQuery };
};

// An empty id would lead to another path, and so would dots.
const pathValue = (operation: string, name: string, value: unknown): string => {
  if (typeof value === 'string' && !/^(?:\s*|\.\.?)$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${operation}: ${name} must be an id, a non-empty string`);
};

type Field = readonly [string, unknown];

const queryOf = (fields: ReadonlyArray<Field>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value !== undefined && value !== null)
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
};

// JSON leaves it out, and a refund without an amount is one of everything.
const refuseUndefinedAmount = (operation: string, fields: ReadonlyArray<Field>): void => {
  const [name] =
    fields.find(([one, value]) => value === undefined && one.startsWith('amount')) ?? [];
  if (name !== undefined) {
    throw new TypeError(
      `${operation}: ${name} is undefined; leave it out if you mean the whole amount`,
    );
  }
};

/** The URL and the body of a call. A field that the operation does not know is sent too: the service names it. */
export const written = (
  root: string,
  { operation, method, segments, inQuery }: RequestPlan,
  input: CallInput,
): Pick<ClientRequest, 'method' | 'url' | 'body'> => {
  const names = segments.filter((one) => one.startsWith(':')).map((one) => one.slice(1));
  const path = segments
    .map((one) =>
      one.startsWith(':') ? pathValue(operation, one.slice(1), input[one.slice(1)]) : one,
    )
    .join('/');
  const rest = Object.entries(input).filter(([name]) => !names.includes(name));
  refuseUndefinedAmount(operation, rest);
  const url = `${root}${path}${inQuery ? queryOf(rest) : ''}`;
  const hasBody = !inQuery && rest.length > 0;
  return { method, url, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined };
};
