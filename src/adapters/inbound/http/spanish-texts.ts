import { waysToWrite } from '../../../application/ways-to-write.js';
import { amountText } from '../../../domain/amount-text.js';
import { quoteUnusualName } from '../../../domain/field-names.js';
import type {
  ProcessorRefused,
  RefundTooLarge,
  UnknownFields,
} from '../../../domain/payment-error.js';
import type {
  AmountReading,
  Expected,
  PartRefusal,
  Refusal,
  Resource,
} from '../../../domain/refusal.js';
import type { HttpError } from './http-error.js';

const expectedText: { readonly [E in Expected]: string } = {
  text: 'debe ser un texto',
  printable: 'debe tener entre 1 y 255 caracteres ASCII imprimibles',
  'raw-body':
    "debe ser el cuerpo tal como llegó, como texto o bytes, sin interpretar como JSON: en Express, express.raw({ type: 'application/json' }) en esta ruta, antes de express.json()",
  boolean: 'debe ser true o false',
  integer: 'debe ser un número entero',
  euros: 'debe ser un importe en euros con dos decimales como máximo, por ejemplo 19.99',
  cents: 'debe ser un número entero de céntimos',
  metadata: 'debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
  'metadata-keys': 'debe tener claves de 1 a 40 caracteres, sin corchetes',
  note: 'debe ser un texto de 1 a 500 caracteres',
  'note-change': 'debe ser un texto de 500 caracteres como máximo',
  shipping: 'debe ser un objeto con name y address',
  address: 'debe ser un objeto con line1, line2, city, state, postal_code o country',
  amount: 'debe ser un importe con dos decimales como máximo, por ejemplo 19.99',
  'whole-amount': 'debe ser un importe sin decimales en esta divisa, por ejemplo 1000',
  'whole-units':
    'debe ser un texto en unidades de la divisa, con dos decimales como máximo, por ejemplo "19.99"',
  'known-decimals':
    'no se puede convertir a la unidad mínima, porque no se conocen los decimales de la divisa: use amount_minor',
  'minor-units': 'debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999',
  currency: 'debe ser un código de divisa de tres letras, por ejemplo eur',
  url: 'debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
  'unix-seconds': 'debe ser una fecha Unix en segundos',
};

const notFoundText: { readonly [R in Resource]: string } = {
  customer: 'Cliente no encontrado',
  payment_intent: 'Pago no encontrado',
  setup_intent: 'Intento de configuración no encontrado',
  payment_method: 'Método de pago no encontrado',
  card: 'Tarjeta no encontrada',
  token: 'Token no encontrado',
  charge: 'Cargo no encontrado',
  refund: 'Reembolso no encontrado',
  event: 'Evento no encontrado',
  doubt: 'Duda no encontrada',
};

const adviceText: { readonly [A in NonNullable<ProcessorRefused['advice']>]: string } = {
  tokenize_on_client:
    'Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...',
  keep_payment_methods:
    'Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la librería, la opción cards) para guardarlas como métodos de pago.',
};

/** `['a', 'b', 'c']` as `a, b y c`. */
const enumerate = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`;

const suggestion = (nearest: string | null): string =>
  nearest === null ? '' : ` (¿quiso decir ${nearest}?)`;

const describePart = (part: string, refusal: PartRefusal): string => {
  switch (refusal._tag) {
    case 'NotA':
      return `${part} ${expectedText[refusal.expected]}`;
    case 'Unknown':
      return `${part} es un campo desconocido${suggestion(refusal.nearest)}`;
    case 'Reserved':
      return `${part} está reservado para Pasarela`;
  }
};

const readAs = ({ unit, given, currency, received }: AmountReading): string => {
  if (given === null) {
    const shown = received?.shown ?? null;
    return shown === null ? '' : `: se recibió ${shown}`;
  }
  if (unit === 'minor') return `: ${given} se leyó como ${given} unidades mínimas`;
  return `: ${given} se leyó como ${given} ${currency === null ? 'unidades de la divisa' : currency.toUpperCase()}`;
};

// Minor units are numbers, whole units may be text.
const explained = (read: AmountReading): string =>
  `${read.unit === 'minor' && read.received?.type === 'text' ? ', y no un texto' : ''}${readAs(read)}`;

const describeRefusal = (
  field: string,
  refusal: Exclude<Refusal, { readonly _tag: 'UnsafeId' }>,
): string => {
  switch (refusal._tag) {
    case 'NotA':
      return `${field} ${expectedText[refusal.expected]}${refusal.read === undefined ? '' : explained(refusal.read)}`;
    case 'NumberAsAmount':
      return `${field} debe ser un texto en unidades de la divisa, no un número: ${waysToWrite(field, refusal, { for: 'para', or: 'o' })}`;
    case 'NotOneOf':
      return `${field} debe ser uno de: ${refusal.values.join(', ')}`;
    case 'NotPositive':
      // The interface fixes this text (section 4.12, decisions P1 and P11).
      return `${field} debe ser un número mayor a 0`;
    case 'TooMany':
      return `${field} admite ${refusal.most} claves como máximo`;
    case 'Within':
      return describePart(`${field}.${refusal.path}`, refusal.refusal);
    case 'Excludes':
      return `${field} y ${refusal.other} no se pueden usar a la vez`;
    case 'OnlyWith':
      return `${field} solo se puede usar con ${refusal.other}: true`;
    case 'NotScheme':
      return `${field} debe empezar por ${refusal.schemes.map((scheme) => `${scheme}://`).join(' o ')}`;
    case 'TooManyDigits':
      return `${field} tiene más de 15 cifras significativas; envíelo como texto, por ejemplo "19.99"`;
    case 'Repeated':
      return `${field} aparece más de una vez en el cuerpo`;
    case 'UnknownCursor':
      return `${field} no corresponde a ningún elemento de la lista`;
  }
};

const describeUnknownFields = (fields: UnknownFields['fields']): string => {
  const named = fields.map(
    ({ name, nearest }) => `${quoteUnusualName(name)}${suggestion(nearest)}`,
  );
  return `${fields.length > 1 ? 'Campos desconocidos' : 'Campo desconocido'}: ${named.join(', ')}`;
};

const describeRefundTooLarge = ({
  per,
  largest,
  given,
  before,
  currency,
}: RefundTooLarge): string => {
  const written = (amount: number): string =>
    currency === null ? `${amount} unidades mínimas` : amountText(amount, currency);
  return per === 'refund'
    ? `Esta API key puede reembolsar como máximo ${written(largest)} por operación, y este reembolso es de ${written(given)}`
    : `Esta API key puede reembolsar como máximo ${written(largest)} al día (UTC): hoy ya cuentan ${written(before)}, y este reembolso es de ${written(given)}`;
};

const internalError = 'Error interno del servidor';

/**
 * The `message` of a failure over HTTP: the text that the interface fixes, else Spanish in its tone (decision E14). The
 * processor's own texts pass as they are.
 */
export const describeInSpanish = (error: HttpError): string => {
  switch (error._tag) {
    case 'MissingInput':
      return `${enumerate(error.required)} ${error.required.length > 1 ? 'son requeridos' : 'es requerido'}`;
    case 'InvalidInput':
      return describeRefusal(error.field, error.refusal);
    case 'UnknownFields':
      return describeUnknownFields(error.fields);
    case 'CardNumberInText':
      return `Hay un número de tarjeta en ${error.fields.join(', ')}: no escriba números de tarjeta en textos ni en metadata; cree un token de la tarjeta`;
    case 'PaymentTooLarge':
      return `El pago de ${amountText(error.given, error.currency)} supera el máximo de ${amountText(error.largest, error.currency)}`;
    case 'RefundTooLarge':
      return describeRefundTooLarge(error);
    case 'ConflictingCursors':
      return 'starting_after y ending_before no se pueden usar a la vez';
    case 'NotFound':
      return notFoundText[error.resource];
    case 'CardError':
      return error.message;
    case 'ProcessorRefused':
      return error.advice === undefined
        ? error.message
        : `${error.message} ${adviceText[error.advice]}`;
    case 'ProcessorUnavailable':
      return error.outcome === 'not_done'
        ? 'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo'
        : 'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; compruébelo antes de repetirla';
    case 'WebhookSignatureMissing':
      return 'Missing processor-signature header';
    case 'WebhookSecretMissing':
      return 'Missing webhook secret in environment variables';
    case 'WebhookSignatureInvalid':
      return `Webhook signature verification failed: ${error.detail}`;
    case 'WebhookPayloadInvalid':
      return 'El cuerpo del webhook no es un evento del procesador';
    case 'EventDropped':
      return 'El contenido de este evento ya se borró y no se puede volver a procesar';
    case 'InvalidIdempotencyKey':
      return 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles';
    case 'IdempotencyKeyInUse':
      return 'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo en unos segundos';
    case 'IdempotencyKeyReused':
      return 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva';
    case 'IdempotencyKeyInDoubt':
      return 'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida a quien opera el servicio que resuelva la clave';
    case 'IdempotencySecretUnknown':
      return 'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: quien opera el servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET';
    case 'StoreUnavailable':
      return 'El almacén de datos no está disponible; inténtelo de nuevo';
    case 'ProcessorFailed':
    case 'ProcessorAuthenticationFailed':
    case 'Unexpected':
    case 'BodyAlreadyRead':
      return internalError;
    case 'RouteNotFound':
      return `Route not found: ${error.path}`;
    case 'MethodNotAllowed':
      return `Método no permitido: esta ruta admite ${enumerate(error.allowed)}`;
    case 'Unauthorized':
      return 'API key inválida o ausente';
    case 'InsufficientScope':
      return `Esta API key no tiene el permiso ${error.scope}, que la operación necesita`;
    case 'TooManyRequests':
      return `Demasiadas peticiones; repita esta misma petición dentro de ${error.retryAfter} s`;
    case 'Overloaded':
      return 'Hay demasiadas peticiones en curso; repita esta misma petición en unos segundos';
    case 'ForeignPage':
      return 'La petición viene de la página de otro sitio';
    case 'CardNumbersNotAccepted':
      return 'Este servicio no acepta números de tarjeta: cree el token en el navegador o en la app con Stripe.js o el SDK móvil de Stripe (stripe.createToken) y asígnelo con POST /api/cards/assign';
    case 'IdempotencyKeyRequired':
      return `Esta operación necesita una clave en la cabecera Idempotency-Key${error.given === undefined ? '' : `, y no en ${error.given}`}: envíe una clave nueva para cada operación y repita la petición con la misma`;
    case 'InvalidJson':
      return 'El cuerpo debe ser un objeto JSON válido';
    case 'UnsupportedMediaType':
      return 'El cuerpo debe enviarse como application/json en UTF-8';
    case 'BodyTooLarge':
      return `El cuerpo supera el máximo de ${error.limit}`;
    case 'BodyIncomplete':
      return 'El cuerpo ha llegado incompleto';
    case 'BrokenRequest':
      return 'La petición HTTP no es válida';
  }
};
