import { idPrefixes } from '../../../domain/id-prefixes.js';
import { quoteUnusualName } from '../../../domain/input/field-names.js';
import { amountText } from '../../../domain/money/amount-text.js';
import { waysToWrite } from '../../../domain/money/ways-to-write.js';
import type {
  MissingInput,
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

const expectedText: { readonly [E in Expected]: string } = {
  text: 'debe ser un texto',
  printable: 'debe tener entre 1 y 255 caracteres ASCII imprimibles',
  'raw-body':
    "debe ser el cuerpo original, como texto o bytes, antes de convertirlo en JSON: en Express, express.raw({ type: 'application/json' }) en esta ruta, antes de express.json()",
  headers: 'debe ser las cabeceras de la petición por su nombre, por ejemplo request.headers',
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
  mandate: 'debe ser un objeto con ip_address y user_agent, los del cliente',
  'method-types':
    'debe ser una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
  'payment-methods':
    'debe ser "automatic" o una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
  amount: 'debe ser un importe con dos decimales como máximo, por ejemplo 19.99',
  'whole-amount': 'debe ser un importe sin decimales en esta divisa, por ejemplo 1000',
  'whole-units':
    'debe ser un texto en unidades de la divisa, con dos decimales como máximo, por ejemplo "19.99"',
  'known-decimals':
    'no se puede convertir a la unidad mínima, porque no se conocen los decimales de la divisa: use amount_minor',
  'minor-units': 'debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999',
  currency: 'debe ser un código de divisa de tres letras, por ejemplo eur',
  url: 'debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
  'success-url':
    'debe llevar {CHECKOUT_SESSION_ID} tal cual, sin codificar: el procesador solo sustituye ese texto',
  'line-items':
    'debe ser una lista de 1 a 100 elementos, cada uno con name y amount o amount_minor',
  quantity: 'debe ser un número entero positivo',
  'unix-seconds': 'debe ser una marca de tiempo Unix en segundos',
  evidence: 'debe ser un objeto con textos, por ejemplo {"shipping_tracking_number": "ES123"}',
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
  checkout_session: 'Sesión de pago no encontrada',
  event: 'Evento no encontrado',
  doubt: 'Duda no encontrada',
  confirmation_token: 'Token de confirmación no encontrado',
  dispute: 'Disputa no encontrada',
  payout: 'Transferencia no encontrada',
  balance_transaction: 'Movimiento de saldo no encontrado',
};

const nameOf = (resource: Resource): string =>
  notFoundText[resource].replace(/ no encontrad[oa]$/, '').toLowerCase();

const describeMixedIds = (wanted: Resource, given: Resource): string =>
  wanted === 'charge' && given === 'payment_intent'
    ? 'El id es de un pago (pi_...): indique el de su cargo (ch_...), que está en latest_charge del pago'
    : `El id (${idPrefixes[given]}...) es de otro objeto: ${nameOf(given)}, no ${nameOf(wanted)} (${idPrefixes[wanted]}...)`;

const adviceText: { readonly [A in NonNullable<ProcessorRefused['advice']>]: string } = {
  tokenize_on_client:
    'Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...',
  keep_payment_methods:
    'Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la biblioteca, la opción cards) para guardarlas como métodos de pago.',
};

/** `['a', 'b', 'c']` as `a, b y c`. */
const enumerate = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`;

const suggestion = (nearest: string | null): string =>
  nearest === null ? '' : ` (¿Quería decir ${nearest}?)`;

const describePart = (part: string, refusal: PartRefusal): string => {
  switch (refusal._tag) {
    case 'Unknown':
      return `${part} es un campo desconocido${suggestion(refusal.nearest)}`;
    case 'Reserved':
      return `${part} está reservado para Pasarela`;
    default:
      return describeRefusal(part, refusal);
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
    case 'Requires':
      return `${field} solo se puede usar junto con ${refusal.other}`;
    case 'ConfirmedOnPage':
      return `${field} no puede ser true con ${refusal.other}, porque el cliente confirma en su página: omita ${field}, o envíe el ${refusal.token} de la página`;
    case 'OtherCurrency':
      return `${field} no puede incluir ${refusal.method}, que solo admite ${enumerate(refusal.takes)}, en un pago en ${refusal.currency}: quite ${refusal.method}, o cambie la divisa`;
    case 'NotScheme':
      return `${field} debe empezar por ${refusal.schemes.map((scheme) => `${scheme}://`).join(' o ')}`;
    case 'TooManyDigits':
      return `${field} tiene más de 15 cifras significativas; envíelo como texto, por ejemplo "19.99"`;
    case 'Repeated':
      return `${field} aparece más de una vez en el cuerpo`;
    case 'OtherInPath':
      return `${field} no es el id de la ruta: indique solo uno de los dos`;
    case 'UnknownCursor':
      return `${field} no corresponde a ningún elemento de la lista`;
  }
};

const describeMissingInput = ({ required }: MissingInput): string =>
  `${enumerate(required)} ${required.length > 1 ? 'son requeridos' : 'es requerido'}`;

const describeUnknownFields = ({ fields }: UnknownFields): string => {
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
    ? `Esta clave de API puede reembolsar como máximo ${written(largest)} por operación, y este reembolso es de ${written(given)}`
    : `Esta clave de API puede reembolsar como máximo ${written(largest)} al día (UTC): hoy ya cuentan ${written(before)}, y este reembolso es de ${written(given)}`;
};

/** The Spanish of the longer texts, and of the names in them, in the tone of the interface (decision E14). */
export const spanish = {
  adviceText,
  describeMissingInput,
  describeRefundTooLarge,
  describeRefusal,
  describeUnknownFields,
  enumerate,
  notFoundText,
  describeMixedIds,
};
