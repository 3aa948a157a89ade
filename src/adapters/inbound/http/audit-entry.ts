import type { AuditEntry } from '../../../application/ports/audit-log.js';
import { isObject } from '../../../domain/json.js';
import { redact } from '../../../domain/redact.js';
import type { ApiCaller } from './access/clients.js';
import type { RequestTrace } from './handle-request.js';
import { type HttpError, httpErrorCode, httpOutcome } from './http-error.js';
import type { Route } from './route.js';

// Fields of an input that have an id.
const idFields = [
  'customer',
  'payment_intent',
  'payment_method',
  'setup_intent',
  'charge',
  'card',
  'source',
  'default_source',
  'event',
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
const amountOf = ({ operation }: Route, { input, result }: RequestTrace): number | undefined =>
  [
    fieldOf(result, operation === 'capturePayment' ? 'amount_received' : 'amount'),
    fieldOf(input, 'amount_minor'),
    fieldOf(input, 'amount'),
  ].find(isAmount);

/** The name of a client, the first digits of the hash of its key, or `open`. */
const clientOf = ({ name, scope }: ApiCaller): string =>
  name ?? (scope === 'open' ? scope : `sha256:${scope.slice(0, 8)}`);

const declined = (error: HttpError | undefined) =>
  error?._tag === 'CardError'
    ? {
        payment_intent: error.paymentIntent ?? undefined,
        setup_intent: error.setupIntent,
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

/** The entry of a request that changes something. */
export const auditEntryOf = (route: Route, trace: RequestTrace, ending: Ending): AuditEntry => {
  const { caller, input, result } = trace;
  const { requestId, address, status, error } = ending;
  const facts = {
    request_id: requestId,
    client: caller === undefined ? undefined : clientOf(caller),
    address,
    status,
    code: error === undefined ? undefined : (httpErrorCode(error) ?? undefined),
    ...idsIn(input),
    ...declined(error),
    object: textIn(result, 'id'),
    object_status: textIn(result, 'status'),
    amount: amountOf(route, trace),
    currency: textIn(result, 'currency') ?? textIn(input, 'currency'),
  };
  return {
    operation: route.operation,
    outcome: outcomeOf(ending),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => present(value))),
  };
};

// So many may come that they would fill the disk. The log of requests has them.
const floods: ReadonlySet<HttpError['_tag']> = new Set(['TooManyRequests', 'Overloaded']);

/** Whether a request is recorded. */
export const isAudited = (route: Route, error: HttpError | undefined): boolean =>
  route.takesKey && (error === undefined || !floods.has(error._tag));
