import { isPlainObject, objectFields } from '../../domain/input/json.js';
import { keyOfRequest } from './account-of-request.js';
import { idsIn, type Traces } from './attribution.js';
import type { ProcessorAnswer, ShopRequest } from './reverse-proxy.js';

/** An object of the processor. */
export type ObjectFields = { readonly [name: string]: unknown };

/** A request of the shop, as the journal and the attribution see it. */
type DescribedRequest = {
  /** Without the query. */
  readonly path: string;
  readonly key: string | null;
  readonly amount: number | null;
  readonly changes: boolean;
  readonly isAboutOrders: boolean;
  /** Whether the customer's browser makes it: with the publishable key. */
  readonly isByBrowser: boolean;
  /** Its method and path with `{id}` for each id. */
  readonly name: string;
  readonly traces: Traces;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[0-9]{1,12}$/.test(text) ? Number(text) : null;

// Calls about the account. In a run of one order all others are about that order.
const notAboutOrders =
  /^\/v[12]\/(?:webhook_endpoints|balance|balance_transactions|accounts?|events|payouts|payment_method_configurations|payment_method_domains)(?:\/|$)/;

const anId = /^(?:[a-z]+_)+(?=.*[A-Z0-9])[A-Za-z0-9]{8,}$/;

/** `POST /v1/payment_intents/{id}/confirm` */
const nameOf = (method: string, path: string): string =>
  `${method} ${path
    .split('/')
    .map((segment) => (anId.test(segment) ? '{id}' : segment))
    .join('/')}`;

// The processor refuses bodies that are larger than a megabyte.
const mostRead = 1_000_000;

const mostLines = 100;

/** The price of the items of a checkout session together; `null`: it has none with a price of its own. */
const priceOfLines = (form: URLSearchParams): number | null => {
  let sum: number | null = null;
  for (let line = 0; line < mostLines; line += 1) {
    const item = `line_items[${line}]`;
    const price = wholeNumber(form.get(`${item}[price_data][unit_amount]`));
    if (price === null) break;
    sum = (sum ?? 0) + price * (wholeNumber(form.get(`${item}[quantity]`)) ?? 1);
  }
  return sum;
};

/** Describes a request to the API. */
export const describeRequest = ({ method, url, headers, body }: ShopRequest): DescribedRequest => {
  const [path = '', query = ''] = url.split('?');
  const sent = body.toString('utf8', 0, mostRead);
  const text = `${decoded(path)}?${decoded(query)} ${decoded(sent)}`;
  const key = headers['idempotency-key'];
  const form = new URLSearchParams(sent === '' ? query : sent);
  const amount = wholeNumber(form.get('amount')) ?? priceOfLines(form);
  return {
    path,
    key: typeof key === 'string' ? key : null,
    amount: amount ?? wholeNumber(form.get('amount_to_capture')),
    changes: method === 'POST' || method === 'DELETE',
    isAboutOrders: !notAboutOrders.test(path),
    isByBrowser: keyOfRequest({ headers, url, body }).startsWith('pk_'),
    name: nameOf(method, path),
    traces: {
      ids: idsIn(text),
      text: typeof key === 'string' ? `${text} ${key}` : text,
      amount,
    },
  };
};

/** An answer of the processor, as the journal and the attribution see it. */
type DescribedAnswer = {
  readonly done: boolean;
  readonly replayed: boolean;
  readonly object: string | null;
  readonly state: string | null;
  readonly error: string | null;
  /** The object of the answer, or the payment that its error is about; `null`: a list, or none. */
  readonly about: ObjectFields | null;
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const idIn = (value: unknown): string | null =>
  textOrNull(isPlainObject(value) ? value['id'] : value);

/** The ids of an object and of what belongs to it. */
export const idsOfObject = (fields: ObjectFields): ReadonlyArray<string> =>
  [
    fields['id'],
    fields['payment_intent'],
    fields['latest_charge'],
    fields['charge'],
    fields['setup_intent'],
    fields['customer'],
    fields['payment_method'],
    fields['source'],
  ].flatMap((value) => {
    const id = idIn(value);
    return id === null ? [] : idsIn(id);
  });

/** The facts of an object of the processor about its order. */
export const tracesOfObject = (object: ObjectFields): Traces => ({
  ids: idsOfObject(object),
  text: JSON.stringify(object),
  amount: numberOrNull(object['amount']) ?? numberOrNull(object['amount_total']),
});

const parsed = (body: Buffer): ObjectFields => {
  try {
    return objectFields(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
};

const noAnswer: DescribedAnswer = {
  done: false,
  replayed: false,
  object: null,
  state: null,
  error: null,
  about: null,
};

/** Describes an answer of the API; `null`: there was none. */
export const describeAnswer = (answer: ProcessorAnswer | null): DescribedAnswer => {
  if (answer === null) return noAnswer;
  const { status, headers, body } = answer;
  const fields = parsed(body);
  const problem = objectFields(fields['error']);
  const failed = isPlainObject(fields['error']);
  const object = failed
    ? objectFields(problem['payment_intent'] ?? problem['setup_intent'])
    : fields;
  return {
    done: status < 400 || status === 402,
    replayed: headers['idempotent-replayed'] === 'true',
    object: textOrNull(object['id']) ?? (failed ? textOrNull(problem['charge']) : null),
    state: textOrNull(object['status']),
    error: failed
      ? textOrNull(problem['decline_code'] ?? problem['code'] ?? problem['type'])
      : null,
    about: typeof object['id'] === 'string' ? object : null,
  };
};
