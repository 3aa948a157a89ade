import { type Fields, fieldsOf, isFields } from './json.js';

/** A request to the API. `form` nests: `{ card: { cvc: '123' } }` is sent as `card[cvc]=123`. */
export type ApiCall = {
  readonly method: 'GET' | 'POST';
  /** Below `/v1/`. */
  readonly path: string;
  readonly form: Fields;
};

/** An error as `{ error }` holds it, whether the API or the stand-in itself made it. */
export type ErrorFields = Fields & { readonly type: string; readonly message?: string };

/** The outcome of a call: an object of the API or an error. */
export type ApiOutcome =
  | { readonly object: Fields; readonly error?: undefined }
  | { readonly error: ErrorFields };

const entriesOf = (value: unknown, name: string): ReadonlyArray<readonly [string, string]> => {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => entriesOf(item, `${name}[${index}]`));
  }
  if (isFields(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      entriesOf(inner, name === '' ? key : `${name}[${key}]`),
    );
  }
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return [[name, String(value)]];
    default:
      return [];
  }
};

/** Fields as the query of a URL, or as a form. */
export const queryOf = (form: Fields): string =>
  new URLSearchParams(
    entriesOf(form, '').map(([name, value]): [string, string] => [name, value]),
  ).toString();

const isErrorFields = (value: unknown): value is ErrorFields =>
  isFields(value) && typeof value['type'] === 'string';

const unreachable: ErrorFields = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
};

/** Calls the API. The key is in the form, so the browser sends no preflight request. */
export const callApi = async (
  origin: string,
  { method, path, form }: ApiCall,
): Promise<ApiOutcome> => {
  const sent = queryOf(form);
  const url = `${origin}/v1/${path}`;
  try {
    const response = await (method === 'GET'
      ? fetch(`${url}?${sent}`)
      : fetch(url, { method, body: new URLSearchParams(sent) }));
    const body = fieldsOf(await response.json());
    const { error } = body;
    return isErrorFields(error) ? { error } : { object: body };
  } catch {
    return { error: unreachable };
  }
};
