import type { AuditEntry } from '../../../application/ports/audit-log.js';
import { isObject } from '../../../domain/input/json.js';
import { linesTotal } from '../../../domain/objects/line-items.js';
import { redact } from '../../../domain/text/redact.js';
import type { ApiCaller } from './access/clients.js';
import type { HttpRequest } from './core/message.js';
import type { RequestTrace } from './handle-request.js';
import type { HttpError } from './http-error.js';
import { httpErrorCode, httpOutcome } from './http-error-facts.js';

// Fields of an input that have an id.
const idFields = [
  'customer',
  'payment_intent',
  'payment_method',
  'setup_intent',
  'session',
  'charge',
  'card',
  'source',
  'default_source',
  'event',
  'dispute',
] as const;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,255}$/.test(value);

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined;

const idsIn = (input: object | undefined): { readonly [name: string]: string } =>
  Object.fromEntries(
    idFields.flatMap((name) => {
      const id = fieldOf(input, name);
      return isId(id) ? [[name, redact(id)]] : [];
    }),
  );

const textIn = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name);
  return isId(text) ? redact(text) : undefined;
};

/** The amount that was captured, refunded or charged, else the one that was asked for, in minor units. */
const amountOf = (operation: string, { input, result }: RequestTrace): number | undefined =>
  [
    fieldOf(result, operation === 'capturePayment' ? 'amount_received' : 'amount'),
    fieldOf(input, 'amount_minor'),
    fieldOf(input, 'amount'),
    // Of a checkout session.
    fieldOf(result, 'amount_total'),
    linesTotal(fieldOf(input, 'line_items')),
  ].find(isAmount);

/** The name of a client, the first digits of the hash of its key, or `open`. */
const clientOf = ({ name, scope }: ApiCaller): string =>
  name ?? (scope === 'open' ? scope : `sha256:${scope.slice(0, 8)}`);

const declined = (error: HttpError | undefined) =>
  error?._tag === 'CardError'
    ? {
        payment_intent: error.payment_intent ?? undefined,
        setup_intent: error.setup_intent,
        charge: error.charge ?? undefined,
      }
    : {};

/** How a request ended. */
type Ending = {
  readonly requestId: string | undefined;
  readonly address: string;
  readonly status: number;
  readonly replayed: boolean;
  /** Absent: it succeeded. */
  readonly error?: HttpError;
};

const outcomeOf = ({ error, replayed }: Ending): AuditEntry['outcome'] => {
  if (replayed) return 'replayed';
  return error === undefined ? 'done' : (httpOutcome(error) ?? 'refused');
};

const present = (value: unknown): boolean => value !== undefined;

/** The subject of the request. */
type Asked = {
  /** Of the route; `controlProcessor` for the controls of the in-memory processor. */
  readonly operation: string;
  readonly control?: string;
  readonly via: HttpRequest['via'];
};

/** The entry of a request that changes something. */
export const auditEntryOf = (
  { operation, control, via }: Asked,
  trace: RequestTrace,
  ending: Ending,
): AuditEntry => {
  const { caller, input, result } = trace;
  const { requestId, address, status, error } = ending;
  const facts = {
    request_id: requestId,
    client: caller === undefined ? undefined : clientOf(caller),
    address,
    via,
    control,
    status,
    code: error === undefined ? undefined : (httpErrorCode(error) ?? undefined),
    ...idsIn(input),
    ...declined(error),
    object: textIn(result, 'id') ?? (control === undefined ? undefined : textIn(input, 'id')),
    object_status: textIn(result, 'status'),
    amount: amountOf(operation, trace),
    currency: textIn(result, 'currency') ?? textIn(input, 'currency'),
  };
  return {
    operation,
    outcome: outcomeOf(ending),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => present(value))),
  };
};

// So many may come that they would fill the disk. The log of requests has them.
const floods: ReadonlySet<HttpError['_tag']> = new Set(['TooManyRequests', 'Overloaded']);

/** Whether a request was refused because there are too many of them: it is not recorded. */
export const isFlood = (error: HttpError | undefined): boolean =>
  error !== undefined && floods.has(error._tag);
