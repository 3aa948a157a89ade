import { expect } from 'chai';
import type { HttpError } from '../../../../src/adapters/inbound/http/http-error.js';
import {
  describeHttpError,
  httpErrorCode,
  httpStatus,
} from '../../../../src/adapters/inbound/http/http-error-facts.js';
import { httpErrors } from '../../../support/errors/http-errors.js';

type Answered = {
  readonly status: number;
  readonly es: string;
  readonly en: string;
  readonly code: string | null;
};

const internal = { es: 'Error interno del servidor', en: 'Internal server error' };

/** Decisions E6, E7, E8, E10 and E11, and the fixed messages of the interface's section 7. */
const table: { readonly [T in HttpError['_tag']]: Answered } = {
  MissingInput: {
    status: 400,
    es: 'email, name y phone son requeridos',
    en: 'email, name and phone are required, and at least one of them is missing or blank',
    code: 'missing_fields',
  },
  InvalidInput: {
    status: 400,
    es: 'amount debe ser un número mayor a 0',
    en: 'amount must be a number greater than 0',
    code: 'invalid_field',
  },
  UnknownFields: {
    status: 400,
    es: 'Campo desconocido: ammount (¿Quería decir amount?)',
    en: 'Unknown field: ammount (did you mean amount?)',
    code: 'unknown_field',
  },
  CardNumberInText: {
    status: 400,
    es: 'Hay un número de tarjeta en description, metadata.note: no escriba números de tarjeta en textos ni en metadata; cree un token de la tarjeta',
    en: 'A card number stands in description, metadata.note: do not write card numbers into texts or metadata, but tokenize the card',
    code: 'card_number_in_text',
  },
  PaymentTooLarge: {
    status: 400,
    es: 'El pago de 1500.00 EUR supera el máximo de 1000.00 EUR',
    en: 'The payment of 1500.00 EUR is larger than the ceiling of 1000.00 EUR',
    code: 'payment_too_large',
  },
  RefundTooLarge: {
    status: 400,
    es: 'Esta clave de API puede reembolsar como máximo 5000 unidades mínimas por operación, y este reembolso es de 5001 unidades mínimas',
    en: 'This API key may refund at most 5000 minor units at once, and this refund is 5001 minor units',
    code: 'refund_too_large',
  },
  ConflictingCursors: {
    status: 400,
    es: 'starting_after y ending_before no se pueden usar a la vez',
    en: 'starting_after and ending_before cannot be used together: pass one of them',
    code: 'invalid_field',
  },
  NotFound: {
    status: 404,
    es: 'Cliente no encontrado',
    en: 'Customer not found: check the id; it may have been deleted',
    code: 'resource_missing',
  },
  CardError: {
    status: 402,
    es: 'Your card has insufficient funds.',
    en: 'Your card has insufficient funds.',
    code: 'insufficient_funds',
  },
  ProcessorRefused: {
    status: 429,
    es: 'Too many requests',
    en: 'Too many requests',
    code: 'rate_limit',
  },
  ProcessorUnavailable: {
    status: 503,
    es: 'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; repítala con la misma Idempotency-Key o compruebe el pago',
    en: 'The payment processor did not respond, so the operation may have been done: repeat it with the same idempotency key, or look it up, but never use a new key',
    code: 'processor_unavailable',
  },
  ProcessorFailed: { status: 502, ...internal, code: null },
  ProcessorAuthenticationFailed: {
    status: 500,
    ...internal,
    code: 'processor_authentication_failed',
  },
  UnsupportedOperation: {
    status: 501,
    es: 'Operación no disponible con este procesador',
    en: 'Operation not available with this processor',
    code: 'unsupported_operation',
  },
  WebhookSignatureMissing: {
    status: 400,
    es: 'Missing processor-signature header',
    en: 'Missing processor-signature header',
    code: 'webhook_signature_missing',
  },
  WebhookSecretMissing: {
    status: 500,
    es: 'Missing webhook secret in environment variables',
    en: 'Missing webhook secret in environment variables',
    code: null,
  },
  WebhookSignatureInvalid: {
    status: 400,
    es: 'Webhook signature verification failed: too old',
    en: 'Webhook signature verification failed: too old',
    code: 'webhook_signature_invalid',
  },
  WebhookPayloadInvalid: {
    status: 400,
    es: 'El cuerpo del webhook no es un evento del procesador',
    en: 'The body of the webhook call is not an event of the processor, although its signature is valid',
    code: 'webhook_payload_invalid',
  },
  EventDropped: {
    status: 409,
    es: 'El contenido de este evento ya se ha borrado y no se puede volver a procesar',
    en: 'The event cannot be replayed: its payload was erased',
    code: 'event_dropped',
  },
  InvalidIdempotencyKey: {
    status: 400,
    es: 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles',
    en: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
    code: 'invalid_idempotency_key',
  },
  IdempotencyKeyInUse: {
    status: 409,
    es: 'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo dentro de unos segundos',
    en: 'Another request with the same Idempotency-Key is still running: repeat this one in a few seconds',
    code: 'idempotency_key_in_use',
  },
  IdempotencyKeyReused: {
    status: 422,
    es: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
    en: 'This Idempotency-Key was used for a different request: use a new key',
    code: 'idempotency_key_reuse',
  },
  IdempotencyKeyInDoubt: {
    status: 503,
    es: 'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida al administrador del servicio que resuelva la clave',
    en: 'The first request with this Idempotency-Key may have been carried out: do not repeat it with another key; look up the payment, or ask the operator of the service to settle the key',
    code: 'idempotency_key_in_doubt',
  },
  IdempotencySecretUnknown: {
    status: 503,
    es: 'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: el administrador del servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET',
    en: 'The response stored for this Idempotency-Key cannot be read: do not repeat the request with another key; the operator of the service must add the previous secret to IDEMPOTENCY_SECRET',
    code: 'idempotency_secret_unknown',
  },
  StoreUnavailable: {
    status: 503,
    es: 'La base de datos no está disponible; inténtelo de nuevo',
    en: 'The store is unavailable and nothing was done: try again',
    code: 'store_unavailable',
  },
  Unexpected: { status: 500, ...internal, code: null },
  RouteNotFound: {
    status: 404,
    es: 'Route not found: /api/nothing',
    en: 'Route not found: /api/nothing',
    code: null,
  },
  MethodNotAllowed: {
    status: 405,
    es: 'Método no permitido: esta ruta admite GET, HEAD y POST',
    en: 'Method not allowed: this path takes GET, HEAD, POST',
    code: 'method_not_allowed',
  },
  Unauthorized: {
    status: 401,
    es: 'API key inválida o ausente',
    en: 'API key missing or not valid',
    code: 'unauthorized',
  },
  InvalidJson: {
    status: 400,
    es: 'El cuerpo debe ser un objeto JSON válido',
    en: 'The body must be a valid JSON object',
    code: 'invalid_json',
  },
  UnsupportedMediaType: {
    status: 415,
    es: 'El cuerpo debe enviarse como application/json en UTF-8',
    en: 'The body must be sent as application/json in UTF-8',
    code: 'unsupported_media_type',
  },
  BodyTooLarge: {
    status: 413,
    es: 'El cuerpo supera el máximo de 100 kB',
    en: 'The body is larger than 100 kB',
    code: 'body_too_large',
  },
  BodyAlreadyRead: { status: 500, ...internal, code: null },
  BodyIncomplete: {
    status: 400,
    es: 'El cuerpo ha llegado incompleto',
    en: 'The body arrived incomplete',
    code: 'body_incomplete',
  },
  InsufficientScope: {
    status: 403,
    es: 'Esta clave de API no tiene el permiso refund, necesario para esta operación',
    en: 'This API key lacks the permission refund, which the operation needs',
    code: 'insufficient_scope',
  },
  TooManyRequests: {
    status: 429,
    es: 'Demasiadas peticiones; repita esta misma petición dentro de 7 s',
    en: 'Too many requests: repeat this one unchanged in 7 s',
    code: 'too_many_requests',
  },
  Overloaded: {
    status: 503,
    es: 'Hay demasiadas peticiones en curso; repita esta misma petición dentro de unos segundos',
    en: 'Too many requests are in progress: repeat this one unchanged in a few seconds',
    code: 'overloaded',
  },
  ForeignPage: {
    status: 403,
    es: 'La petición viene de la página de otro sitio',
    en: "The request comes from another site's page",
    code: 'foreign_page',
  },
  CardNumbersNotAccepted: {
    status: 403,
    es: 'Este servicio no acepta números de tarjeta: cree el token en el navegador o en la app con Stripe.js o el SDK móvil de Stripe (stripe.createToken) y asígnelo con POST /api/cards/assign',
    en: "This service does not accept card numbers: create the token in the browser or the app with Stripe.js or Stripe's mobile SDK (stripe.createToken), and assign it with POST /api/cards/assign",
    code: 'card_numbers_not_accepted',
  },
  IdempotencyKeyRequired: {
    status: 400,
    es: 'Esta operación necesita una clave en la cabecera Idempotency-Key: envíe una clave nueva para cada operación y repita la petición con la misma',
    en: 'This operation needs a key in the header Idempotency-Key: send a new key for each operation, and repeat the request with the same one',
    code: 'idempotency_key_required',
  },
  BrokenRequest: {
    status: 431,
    es: 'La petición HTTP no es válida',
    en: 'The HTTP request is not valid',
    code: 'invalid_http',
  },
};

describe('an error over HTTP', () => {
  for (const error of Object.values(httpErrors)) {
    const expected = table[error._tag];

    it(`${error._tag} is ${expected.status} ${expected.code ?? 'without a code'}`, () => {
      expect({
        status: httpStatus(error),
        es: describeHttpError(error, 'es'),
        en: describeHttpError(error, 'en'),
        code: httpErrorCode(error),
      }).to.deep.equal(expected);
    });
  }

  for (const status of [200, 302, 0, 600, 402.5, Number.NaN]) {
    it(`never has the status ${status} of a processor, which is none of a failure`, () => {
      const statuses = [
        httpStatus({ ...httpErrors.ProcessorRefused, status }),
        httpStatus({ ...httpErrors.ProcessorFailed, status }),
      ];
      expect(statuses).to.deep.equal([400, 500]);
    });
  }

  // With the statuses that depend on the error, and a processor that gave no code.
  const variants: ReadonlyArray<HttpError> = [
    ...Object.values(httpErrors),
    { ...httpErrors.ProcessorRefused, status: 400, code: null },
    { ...httpErrors.BrokenRequest, status: 400 },
  ];

  it('has a code whenever its status is 400 (decision E20)', () => {
    const bad = variants.filter((error) => httpStatus(error) === 400);
    expect(bad.map(({ _tag }) => _tag)).to.include.members([
      'MissingInput',
      'InvalidInput',
      'ConflictingCursors',
      'WebhookSignatureMissing',
      'WebhookSignatureInvalid',
      'WebhookPayloadInvalid',
      'InvalidJson',
      'ProcessorRefused',
      'BrokenRequest',
    ]);
    expect(bad.filter((error) => httpErrorCode(error) === null)).to.deep.equal([]);
  });
});
