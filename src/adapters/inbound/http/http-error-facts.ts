import { describeMixedIds, refundTooLarge } from '../../../domain/english-texts.js';
import { type Fact, factOf } from '../../../domain/fact.js';
import { amountText } from '../../../domain/money/amount-text.js';
import type { PaymentError } from '../../../domain/payment-error.js';
import {
  describePaymentError,
  type Outcome,
  outcomeOf,
  paymentErrorCode,
} from '../../../domain/payment-error-facts.js';
import { decisionOf } from '../../../domain/processor-decision.js';
import type { Language, Words } from './core/language.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer } from './http-message.js';
import { spanish } from './spanish-texts.js';

/** The facts of an error over HTTP. */
type Row<E> = {
  /** Its own status, else the processor's, else 500 (decision E6). */
  readonly status: Fact<E, number>;
  /** The text that the interface fixes, else Spanish in its tone (decision E14). The processor's own texts pass as they are. */
  readonly es: Fact<E, string>;
  /**
   * The library's own text, unless callers of the library have other names for things, or only the operator may know. Texts that
   * the interface fixes in English stay.
   */
  readonly en: Fact<E, string>;
  /** Seconds after which the same request may be repeated. `isSafe`: it has a key, or nothing was done (decision E15). */
  readonly pause?: (error: E, isSafe: boolean) => number | undefined;
  readonly headers?: (error: E) => HttpAnswer['headers'];
  /** For the caller: what they probably meant. Beside a text that the interface fixes, and that says only what was wrong. */
  readonly hint?: (error: E) => Words | undefined;
  /** For the operator, about a wrong set-up: in the log and, outside production, in the `stack`. */
  readonly advice?: string;
};

/** The facts of an error of HTTP itself. */
type OwnRow<E> = Row<E> & {
  /** Machine-readable; `null`: it has none. */
  readonly code: string | null;
  /** Absent: the request was refused. */
  readonly outcome?: Outcome;
};

type ErrorOf<T extends HttpError['_tag']> = Extract<HttpError, { readonly _tag: T }>;

const pauseSeconds = { overloaded: 1, unavailable: 2, inDoubt: 60 } as const;

// An adapter of another processor may pass on the 200 of a refusal, and a webhook answered with 200 would not be sent again.
const statusWithin = (status: number, from: number, to: number): number =>
  Number.isInteger(status) && status >= from && status <= to ? status : from;

const missingSignature = ({
  header = 'processor-signature',
}: ErrorOf<'WebhookSignatureMissing'>): string => `Missing ${header} header`;

const internalError = { es: 'Error interno del servidor', en: 'Internal server error' };

const paymentErrors: { readonly [T in PaymentError['_tag']]: Row<ErrorOf<T>> } = {
  MissingInput: { status: 400, es: spanish.describeMissingInput, en: describePaymentError },
  InvalidInput: {
    status: 400,
    es: ({ field, refusal }) => spanish.describeRefusal(field, refusal),
    en: (error) =>
      error.refusal._tag === 'NotScheme'
        ? `${error.field} must begin with ${error.refusal.schemes.map((scheme) => `${scheme}://`).join(' or ')}`
        : describePaymentError(error),
  },
  UnknownFields: { status: 400, es: spanish.describeUnknownFields, en: describePaymentError },
  CardNumberInText: {
    status: 400,
    es: ({ fields }) =>
      `Hay un número de tarjeta en ${fields.join(', ')}: no escriba números de tarjeta en textos ni en metadata; cree un token de la tarjeta`,
    en: describePaymentError,
  },
  PaymentTooLarge: {
    status: 400,
    es: ({ given, largest, currency }) =>
      `El pago de ${amountText(given, currency)} supera el máximo de ${amountText(largest, currency)}`,
    en: describePaymentError,
  },
  RefundTooLarge: {
    status: 400,
    es: spanish.describeRefundTooLarge,
    en: (error) => refundTooLarge('This API key', error),
  },
  ConflictingCursors: {
    status: 400,
    es: 'starting_after y ending_before no se pueden usar a la vez',
    en: describePaymentError,
  },
  NotFound: {
    status: 404,
    es: ({ resource }) => spanish.notFoundText[resource],
    en: describePaymentError,
    hint: ({ resource, given }) =>
      given === undefined
        ? undefined
        : { es: spanish.describeMixedIds(resource, given), en: describeMixedIds(resource, given) },
  },
  EventDropped: {
    status: 409,
    es: 'El contenido de este evento ya se ha borrado y no se puede volver a procesar',
    en: describePaymentError,
  },
  CardError: { status: 402, es: ({ message }) => message, en: describePaymentError },
  ProcessorRefused: {
    status: ({ status }) => statusWithin(status, 400, 599),
    es: ({ message, advice, holds }) =>
      [
        message,
        ...(advice === undefined ? [] : [spanish.adviceText[advice]]),
        ...(holds === undefined
          ? []
          : [
              `No se ha cambiado nada: el pago es de ${amountText(holds.amount, holds.currency)} (${holds.status}).`,
            ]),
      ].join(' '),
    en: describePaymentError,
    // The processor has stored no answer for the key, or may be at work for another request with it.
    pause: (error) => (decisionOf(error) === 'final' ? undefined : pauseSeconds.unavailable),
  },
  ProcessorUnavailable: {
    status: 503,
    es: ({ outcome }) =>
      outcome === 'not_done'
        ? 'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo'
        : 'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago',
    en: describePaymentError,
    pause: ({ retry_after = pauseSeconds.unavailable }, isSafe) =>
      isSafe ? retry_after : undefined,
  },
  ProcessorFailed: { status: ({ status }) => statusWithin(status, 500, 599), ...internalError },
  ProcessorAuthenticationFailed: { status: 500, ...internalError },
  UnsupportedOperation: {
    status: 501,
    es: 'Operación no disponible con este procesador',
    en: 'Operation not available with this processor',
  },
  WebhookSignatureMissing: {
    status: 400,
    es: missingSignature,
    en: missingSignature,
    hint: ({ header }) =>
      header === undefined
        ? {
            es: 'La cabecera stripe-signature, que Stripe envía, también sirve: compruebe que la petición viene de Stripe y que ningún proxy la quita',
            en: "Stripe's own header stripe-signature is accepted too: check that the request comes from Stripe, and that no proxy removes the header",
          }
        : undefined,
  },
  WebhookSecretMissing: {
    status: 500,
    es: 'Missing webhook secret in environment variables',
    en: 'Missing webhook secret in environment variables',
  },
  WebhookSignatureInvalid: {
    status: 400,
    es: ({ detail }) => `Webhook signature verification failed: ${detail}`,
    en: describePaymentError,
  },
  WebhookPayloadInvalid: {
    status: 400,
    es: ({ detail }) =>
      `El cuerpo del webhook no es un evento del procesador${detail === undefined ? '' : `: ${detail}`}`,
    en: describePaymentError,
  },
  InvalidIdempotencyKey: {
    status: 400,
    es: 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles',
    en: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  IdempotencyKeyInUse: {
    status: 409,
    es: 'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo dentro de unos segundos',
    en: 'Another request with the same Idempotency-Key is still running: repeat this one in a few seconds',
    pause: ({ retry_after }) => retry_after,
  },
  IdempotencyKeyReused: {
    status: 422,
    es: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
    en: 'This Idempotency-Key was used for a different request: use a new key',
  },
  IdempotencyKeyInDoubt: {
    status: 503,
    es: 'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida al administrador del servicio que resuelva la clave',
    en: 'The first request with this Idempotency-Key may have been carried out: do not repeat it with another key; look up the payment, or ask the operator of the service to settle the key',
    pause: () => pauseSeconds.inDoubt,
  },
  IdempotencySecretUnknown: {
    status: 503,
    es: 'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: el administrador del servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET',
    en: 'The response stored for this Idempotency-Key cannot be read: do not repeat the request with another key; the operator of the service must add the previous secret to IDEMPOTENCY_SECRET',
  },
  StoreUnavailable: {
    status: 503,
    es: 'La base de datos no está disponible; inténtelo de nuevo',
    en: describePaymentError,
    pause: (_error, isSafe) => (isSafe ? pauseSeconds.unavailable : undefined),
  },
  Unexpected: { status: 500, ...internalError },
};

const requestErrors: { readonly [T in RequestError['_tag']]: OwnRow<ErrorOf<T>> } = {
  RouteNotFound: {
    status: 404,
    code: null,
    es: ({ path }) => `Route not found: ${path}`,
    en: ({ path }) => `Route not found: ${path}`,
    hint: ({ near }) =>
      near === undefined
        ? undefined
        : { es: `¿Quería decir ${near}?`, en: `Did you mean ${near}?` },
  },
  MethodNotAllowed: {
    status: 405,
    code: 'method_not_allowed',
    es: ({ allowed }) => `Método no permitido: esta ruta admite ${spanish.enumerate(allowed)}`,
    en: ({ allowed }) => `Method not allowed: this path takes ${allowed.join(', ')}`,
    headers: ({ allowed }) => ({ allow: allowed.join(', ') }),
  },
  Unauthorized: {
    status: 401,
    code: 'unauthorized',
    es: 'API key inválida o ausente',
    en: 'API key missing or not valid',
    headers: () => ({ 'www-authenticate': 'Bearer' }),
    hint: ({ lacksBearer }) =>
      lacksBearer === true
        ? {
            es: 'Envíe la clave en la cabecera Authorization: Bearer <clave>',
            en: 'Send the key in the header Authorization: Bearer <key>',
          }
        : undefined,
  },
  InsufficientScope: {
    status: 403,
    code: 'insufficient_scope',
    es: ({ scope }) =>
      `Esta clave de API no tiene el permiso ${scope}, necesario para esta operación`,
    en: ({ scope }) => `This API key lacks the permission ${scope}, which the operation needs`,
    // RFC 6750, section 3.1.
    headers: ({ scope }) => ({
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    }),
  },
  TooManyRequests: {
    status: 429,
    code: 'too_many_requests',
    es: ({ retry_after }) =>
      `Demasiadas peticiones; repita esta misma petición dentro de ${retry_after} s`,
    en: ({ retry_after }) => `Too many requests: repeat this one unchanged in ${retry_after} s`,
    pause: ({ retry_after }) => retry_after,
  },
  Overloaded: {
    status: 503,
    code: 'overloaded',
    outcome: 'not_done',
    es: 'Hay demasiadas peticiones en curso; repita esta misma petición dentro de unos segundos',
    en: 'Too many requests are in progress: repeat this one unchanged in a few seconds',
    pause: () => pauseSeconds.overloaded,
  },
  ForeignPage: {
    status: 403,
    code: 'foreign_page',
    es: 'La petición viene de la página de otro sitio',
    en: "The request comes from another site's page",
    advice:
      'without API keys, a web page of another origin and a public host name other than that of PUBLIC_URL are refused: set PUBLIC_URL to the URL in the browser, or set API_KEYS',
  },
  CardNumbersNotAccepted: {
    status: 403,
    code: 'card_numbers_not_accepted',
    es: 'Este servicio no acepta números de tarjeta: cree el token en el navegador o en la app con Stripe.js o el SDK móvil de Stripe (stripe.createToken) y asígnelo con POST /api/cards/assign',
    en: "This service does not accept card numbers: create the token in the browser or the app with Stripe.js or Stripe's mobile SDK (stripe.createToken), and assign it with POST /api/cards/assign",
  },
  IdempotencyKeyRequired: {
    status: 400,
    code: 'idempotency_key_required',
    es: ({ given }) =>
      `Esta operación necesita una clave en la cabecera Idempotency-Key${given === undefined ? '' : `, y no en ${given}`}: envíe una clave nueva para cada operación y repita la petición con la misma`,
    en: ({ given }) =>
      `This operation needs a key in the header Idempotency-Key${given === undefined ? '' : `, not in ${given}`}: send a new key for each operation, and repeat the request with the same one`,
  },
  InvalidJson: {
    status: 400,
    code: 'invalid_json',
    es: 'El cuerpo debe ser un objeto JSON válido',
    en: 'The body must be a valid JSON object',
  },
  UnsupportedMediaType: {
    status: 415,
    code: 'unsupported_media_type',
    es: 'El cuerpo debe enviarse como application/json en UTF-8',
    en: 'The body must be sent as application/json in UTF-8',
  },
  BodyTooLarge: {
    status: 413,
    code: 'body_too_large',
    es: ({ limit }) => `El cuerpo supera el máximo de ${limit}`,
    en: ({ limit }) => `The body is larger than ${limit}`,
  },
  BodyAlreadyRead: {
    status: 500,
    code: null,
    outcome: 'not_done',
    ...internalError,
    advice:
      "another body parser consumed the body of this request, and a webhook's signature is valid only for the body as it was sent: mount Pasarela before koa-bodyparser, express.json() and similar, or exclude its paths from them; in Express, use express.raw({ type: 'application/json' }) on the webhook's path; in Fastify, mount it in a scope without content type parsers; to createFetchHandler, pass the request before you read it, or read request.clone()",
  },
  BodyIncomplete: {
    status: 400,
    code: 'body_incomplete',
    es: 'El cuerpo ha llegado incompleto',
    en: 'The body arrived incomplete',
  },
  BrokenRequest: {
    status: ({ status }) => status,
    code: 'invalid_http',
    es: 'La petición HTTP no es válida',
    en: 'The HTTP request is not valid',
    // Where the next request begins is not certain.
    headers: () => ({ Connection: 'close' }),
  },
};

const rows: { readonly [T in HttpError['_tag']]: Row<ErrorOf<T>> } = {
  ...paymentErrors,
  ...requestErrors,
};

const rowOf = <T extends HttpError['_tag']>(tag: T): Row<ErrorOf<T>> => rows[tag];

const isRequestError = (error: HttpError): error is RequestError => error._tag in requestErrors;

/** The HTTP status of an error. */
export const httpStatus = (error: HttpError): number => factOf(rowOf(error._tag).status, error);

/** The HTTP status with which the HTTP interface answers an error of an operation. */
export const paymentErrorStatus = (error: PaymentError): number => httpStatus(error);

/** The machine-readable `code` of a failure; `null` when it has none. */
export const httpErrorCode = (error: HttpError): string | null =>
  isRequestError(error) ? requestErrors[error._tag].code : paymentErrorCode(error);

/** Whether the work of the failed request may have been done (decision E15); `undefined` when the request was refused. */
export const httpOutcome = (error: HttpError): Outcome | undefined =>
  isRequestError(error) ? requestErrors[error._tag].outcome : outcomeOf(error);

/** The `message` of a failure. */
export const describeHttpError = (error: HttpError, language: Language): string =>
  factOf(rowOf(error._tag)[language], error);

/** A hint for the caller about the probable meaning, where something shows it. */
export const hintOf = (error: HttpError, language: Language): string | undefined =>
  rowOf(error._tag).hint?.(error)?.[language];

/** Advice to the operator about a wrong set-up, for the log and, outside production, for the `stack`. */
export const adviceOf = (error: HttpError): string | undefined => rowOf(error._tag).advice;

/** The headers of a failure. `isSafe`: the same request may be repeated. */
export const headersOf = (error: HttpError, isSafe: boolean): HttpAnswer['headers'] => {
  const { headers, pause } = rowOf(error._tag);
  const seconds = pause?.(error, isSafe);
  return {
    ...headers?.(error),
    ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
  };
};
