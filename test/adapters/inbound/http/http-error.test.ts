import { expect } from 'chai';
import {
  type HttpError,
  httpErrorCode,
  httpStatus,
} from '../../../../src/adapters/inbound/http/http-error.js';
import { describeInSpanish } from '../../../../src/adapters/inbound/http/spanish-texts.js';
import { httpErrors } from '../../../support/errors/http-errors.js';

type Answered = {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
};

const internal = 'Error interno del servidor';

/** Decisions E6, E7, E8, E10 and E11, and the fixed messages of the interface's section 7. */
const table: { readonly [T in HttpError['_tag']]: Answered } = {
  MissingInput: { status: 400, message: 'email, name y phone son requeridos', code: null },
  InvalidInput: { status: 400, message: 'amount debe ser un número mayor a 0', code: null },
  UnknownFields: {
    status: 400,
    message: 'Campo desconocido: ammount (¿quiso decir amount?)',
    code: 'unknown_field',
  },
  CardNumberInText: {
    status: 400,
    message:
      'Hay un número de tarjeta en description, metadata.note: no escriba números de tarjeta en textos ni en metadata; cree un token de la tarjeta',
    code: 'card_number_in_text',
  },
  PaymentTooLarge: {
    status: 400,
    message: 'El pago de 1500.00 EUR supera el máximo de 1000.00 EUR',
    code: 'payment_too_large',
  },
  RefundTooLarge: {
    status: 400,
    message:
      'Esta API key puede reembolsar como máximo 5000 unidades mínimas por operación, y este reembolso es de 5001 unidades mínimas',
    code: 'refund_too_large',
  },
  ConflictingCursors: {
    status: 400,
    message: 'starting_after y ending_before no se pueden usar a la vez',
    code: null,
  },
  NotFound: { status: 404, message: 'Cliente no encontrado', code: 'resource_missing' },
  CardError: {
    status: 402,
    message: 'Your card has insufficient funds.',
    code: 'insufficient_funds',
  },
  ProcessorRefused: { status: 429, message: 'Too many requests', code: 'rate_limit' },
  ProcessorUnavailable: {
    status: 503,
    message:
      'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; compruébelo antes de repetirla',
    code: 'processor_unavailable',
  },
  ProcessorFailed: { status: 502, message: internal, code: null },
  ProcessorAuthenticationFailed: {
    status: 500,
    message: internal,
    code: 'processor_authentication_failed',
  },
  WebhookSignatureMissing: {
    status: 400,
    message: 'Missing processor-signature header',
    code: null,
  },
  WebhookSecretMissing: {
    status: 500,
    message: 'Missing webhook secret in environment variables',
    code: null,
  },
  WebhookSignatureInvalid: {
    status: 400,
    message: 'Webhook signature verification failed: too old',
    code: null,
  },
  WebhookPayloadInvalid: {
    status: 400,
    message: 'El cuerpo del webhook no es un evento del procesador',
    code: null,
  },
  EventDropped: {
    status: 409,
    message: 'El contenido de este evento ya se borró y no se puede volver a procesar',
    code: 'event_dropped',
  },
  InvalidIdempotencyKey: {
    status: 400,
    message: 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles',
    code: 'invalid_idempotency_key',
  },
  IdempotencyKeyInUse: {
    status: 409,
    message:
      'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo en unos segundos',
    code: 'idempotency_key_in_use',
  },
  IdempotencyKeyReused: {
    status: 422,
    message: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
    code: 'idempotency_key_reuse',
  },
  IdempotencyKeyInDoubt: {
    status: 503,
    message:
      'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida a quien opera el servicio que resuelva la clave',
    code: 'idempotency_key_in_doubt',
  },
  IdempotencySecretUnknown: {
    status: 503,
    message:
      'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: quien opera el servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET',
    code: 'idempotency_secret_unknown',
  },
  StoreUnavailable: {
    status: 503,
    message: 'El almacén de datos no está disponible; inténtelo de nuevo',
    code: 'store_unavailable',
  },
  Unexpected: { status: 500, message: internal, code: null },
  RouteNotFound: { status: 404, message: 'Route not found: /api/nothing', code: null },
  MethodNotAllowed: {
    status: 405,
    message: 'Método no permitido: esta ruta admite GET, HEAD y POST',
    code: 'method_not_allowed',
  },
  Unauthorized: { status: 401, message: 'API key inválida o ausente', code: 'unauthorized' },
  InvalidJson: {
    status: 400,
    message: 'El cuerpo debe ser un objeto JSON válido',
    code: 'invalid_json',
  },
  UnsupportedMediaType: {
    status: 415,
    message: 'El cuerpo debe enviarse como application/json en UTF-8',
    code: 'unsupported_media_type',
  },
  BodyTooLarge: {
    status: 413,
    message: 'El cuerpo supera el máximo de 100 kB',
    code: 'body_too_large',
  },
  BodyAlreadyRead: { status: 500, message: internal, code: null },
  BodyIncomplete: {
    status: 400,
    message: 'El cuerpo ha llegado incompleto',
    code: 'body_incomplete',
  },
  InsufficientScope: {
    status: 403,
    message: 'Esta API key no tiene el permiso refund, que la operación necesita',
    code: 'insufficient_scope',
  },
  TooManyRequests: {
    status: 429,
    message: 'Demasiadas peticiones; repita esta misma petición dentro de 7 s',
    code: 'too_many_requests',
  },
  Overloaded: {
    status: 503,
    message: 'Hay demasiadas peticiones en curso; repita esta misma petición en unos segundos',
    code: 'overloaded',
  },
  ForeignPage: {
    status: 403,
    message: 'La petición viene de la página de otro sitio',
    code: 'foreign_page',
  },
  CardNumbersNotAccepted: {
    status: 403,
    message:
      'Este servicio no acepta números de tarjeta: cree el token en el navegador o en la app con Stripe.js o el SDK móvil de Stripe (stripe.createToken) y asígnelo con POST /api/cards/assign',
    code: 'card_numbers_not_accepted',
  },
  IdempotencyKeyRequired: {
    status: 400,
    message:
      'Esta operación necesita una clave en la cabecera Idempotency-Key: envíe una clave nueva para cada operación y repita la petición con la misma',
    code: 'idempotency_key_required',
  },
  BrokenRequest: { status: 431, message: 'La petición HTTP no es válida', code: 'invalid_http' },
};

describe('an error over HTTP', () => {
  for (const error of Object.values(httpErrors)) {
    const { status, message, code } = table[error._tag];

    it(`${error._tag} is ${status} ${code ?? 'without a code'}`, () => {
      expect({
        status: httpStatus(error),
        message: describeInSpanish(error),
        code: httpErrorCode(error),
      }).to.deep.equal({ status, message, code });
    });
  }
});
