import { meantByNumber } from '../../../../domain/money/number-as-amount.js';
import { waysToWrite } from '../../../../domain/money/ways-to-write.js';
import { decimalAmounts } from './requests.js';
import type { ClientRequest } from './send.js';

/** The input of a call, by name. */
export type CallInput = { readonly [name: string]: unknown };

/** How an operation is requested. */
export type RequestPlan = {
  readonly operation: string;
  readonly method: string;
  readonly segments: ReadonlyArray<string>;
  readonly inQuery: boolean;
  /** The names of fields over HTTP, by those of the library. */
  readonly names: ReadonlyMap<string, string>;
  /** The field for an amount as text, where the operation has cents in `amount`. */
  readonly decimalAmount: string | undefined;
};

/** An operation in the table of requests: its signature, and its fields with another name in the library. */
export type RequestEntry = readonly [
  signature: string,
  names: { readonly [field: string]: string },
];

/** Reads the entry of an operation. */
export const planOf = (operation: string, [signature, names]: RequestEntry): RequestPlan => {
  const [method = '', path = ''] = signature.split(' ');
  const inQuery = path.endsWith('?');
  return {
    operation,
    method,
    segments: path.replace('?', '').split('/'),
    inQuery,
    names: new Map(Object.entries(names)),
    decimalAmount: new Map<string, string>(Object.entries(decimalAmounts)).get(operation),
  };
};

// The input with the names of the interface. A name that is undefined would hide the field's other name.
const named = ({ operation, names }: RequestPlan, input: CallInput): CallInput =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => {
        const name = names.get(field);
        if (name === undefined) return [field, value];
        if (input[name] !== undefined)
          throw new TypeError(`${operation}: ${field} and ${name} are the same: pass one of them`);
        return [name, value];
      }),
  );

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

// The last one is how the service calls `amount`, as its messages do.
const amountNames = ['amount', 'amount_minor', 'amount_decimal'];

const numberAsAmount = (amount: number, currency: unknown): string => {
  const likely = typeof currency === 'string' ? currency.toLowerCase() : 'eur';
  const meant = meantByNumber(amount, likely);
  return meant.length === 0
    ? "amount must be text in whole units of the currency, such as '19.99'"
    : `amount must be text in whole units of the currency, not a number: ${waysToWrite('amount', { currency: likely, meant })}`;
};

// An object of a class has its amounts as accessors, which are not among its own properties.
const amountsIn = (input: CallInput): ReadonlyArray<Field> =>
  amountNames.filter((name) => name in input).map((name) => [name, input[name]]);

// JSON leaves out `undefined` and functions, for example, and a refund without an amount is one of everything.
const isWritten = (value: unknown): boolean => JSON.stringify({ value }) !== '{}';

const amountProblem = (input: CallInput): string | undefined => {
  const amounts = amountsIn(input);
  const given = amounts.filter(([, value]) => isWritten(value));
  const [first] = amounts;
  const { amount, currency } = input;
  if (given.length > 1)
    return `${given.map(([name]) => name).join(' and ')} cannot be used together: pass one of them`;
  if (first !== undefined && given.length === 0)
    return `${first[0]} is ${first[1] === undefined ? 'undefined' : 'nothing that JSON can write'}; leave it out if you mean the whole amount`;
  return typeof amount === 'number' ? numberAsAmount(amount, currency) : undefined;
};

/** The URL and the body of a call. A field that the operation does not know is sent too: the service names it. */
export const written = (
  root: string,
  plan: RequestPlan,
  input: CallInput,
): Pick<ClientRequest, 'method' | 'url' | 'body'> => {
  const { operation, method, segments, inQuery, decimalAmount } = plan;
  const fields = named(plan, input);
  const inPath = segments.filter((one) => one.startsWith(':')).map((one) => one.slice(1));
  const path = segments
    .map((one) =>
      one.startsWith(':') ? pathValue(operation, one.slice(1), fields[one.slice(1)]) : one,
    )
    .join('/');
  const problem = amountProblem(input);
  if (problem !== undefined) throw new TypeError(`${operation}: ${problem}`);
  const rest = Object.entries({ ...fields, ...Object.fromEntries(amountsIn(input)) })
    .filter(([name]) => !inPath.includes(name))
    .map(([name, value]): Field => [name === 'amount' ? (decimalAmount ?? name) : name, value]);
  const url = `${root}${path}${inQuery ? queryOf(rest) : ''}`;
  const hasBody = !inQuery && rest.length > 0;
  return { method, url, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined };
};
