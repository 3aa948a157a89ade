import { expect } from 'chai';
import { describePaymentError } from '../../src/domain/describe-payment-error.js';
import type { Expected, Refusal } from '../../src/domain/field.js';
import type { PaymentError } from '../../src/domain/payment-error.js';
import type { Resource } from '../../src/domain/refusal.js';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { keysOf } from '../support/json/keys-of.js';

const internal = 'Error interno del servidor';

const texts: { readonly [T in PaymentError['_tag']]: string } = {
  MissingInput: 'email, name y phone son requeridos',
  InvalidInput: 'amount debe ser un número mayor a 0',
  UnknownFields: 'Campo desconocido: ammount (¿quiso decir amount?)',
  ConflictingCursors: 'starting_after y ending_before no se pueden usar a la vez',
  NotFound: 'Cliente no encontrado',
  CardError: 'Your card has insufficient funds.',
  ProcessorRefused: 'Too many requests',
  ProcessorUnavailable:
    'El procesador de pagos no ha respondido y no se sabe si la operación se realizó; compruébelo antes de repetirla',
  ProcessorFailed: internal,
  ProcessorAuthenticationFailed: internal,
  WebhookSignatureMissing: 'Missing processor-signature header',
  WebhookSecretMissing: 'Missing webhook secret in environment variables',
  WebhookSignatureInvalid: 'Webhook signature verification failed: too old',
  WebhookPayloadInvalid: 'El cuerpo del webhook no es un evento del procesador',
  InvalidIdempotencyKey: 'Idempotency-Key debe tener entre 1 y 255 caracteres ASCII imprimibles',
  EventDropped: 'El contenido de este evento ya se borró y no se puede volver a procesar',
  IdempotencyKeyInUse:
    'Otra petición con la misma Idempotency-Key está en curso; inténtelo de nuevo en unos segundos',
  IdempotencyKeyReused: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
  IdempotencyKeyInDoubt:
    'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida a quien opera el servicio que resuelva la clave',
  IdempotencySecretUnknown:
    'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: quien opera el servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET',
  StoreUnavailable: 'El almacén de datos no está disponible; inténtelo de nuevo',
  Unexpected: internal,
};

const required: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [['userId'], 'userId es requerido'],
  [['userId', 'source'], 'userId y source son requeridos'],
  [['number', 'exp_month', 'exp_year', 'cvc'], 'number, exp_month, exp_year y cvc son requeridos'],
];

const resources: { readonly [R in Resource]: string } = {
  customer: 'Cliente no encontrado',
  payment_intent: 'Pago no encontrado',
  payment_method: 'Método de pago no encontrado',
  card: 'Tarjeta no encontrada',
  token: 'Token no encontrado',
  charge: 'Cargo no encontrado',
  refund: 'Reembolso no encontrado',
  event: 'Evento no encontrado',
};

const expectations: { readonly [E in Expected]: string } = {
  text: 'x debe ser un texto',
  printable: 'x debe tener entre 1 y 255 caracteres ASCII imprimibles',
  'raw-body':
    "x debe ser el cuerpo tal como llegó, como texto o bytes, sin interpretar como JSON: en Express, express.raw({ type: 'application/json' }) en esta ruta, antes de express.json()",
  boolean: 'x debe ser true o false',
  integer: 'x debe ser un número entero',
  euros: 'x debe ser un importe en euros con dos decimales como máximo, por ejemplo 19.99',
  cents: 'x debe ser un número entero de céntimos',
  metadata: 'x debe ser un objeto de claves y textos, por ejemplo {"order": "42"}',
  'metadata-keys': 'x debe tener claves de 1 a 40 caracteres, sin corchetes',
  note: 'x debe ser un texto de 1 a 500 caracteres',
  'note-change': 'x debe ser un texto de 500 caracteres como máximo',
  shipping: 'x debe ser un objeto con name y address',
  address: 'x debe ser un objeto con line1, line2, city, state, postal_code o country',
  amount: 'x debe ser un importe con dos decimales como máximo, por ejemplo 19.99',
  'whole-amount': 'x debe ser un importe sin decimales en esta divisa, por ejemplo 1000',
  'minor-units': 'x debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999',
  currency: 'x debe ser un código de divisa de tres letras, por ejemplo eur',
  url: 'x debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
  'unix-seconds': 'x debe ser una fecha Unix en segundos',
};

type Told = Exclude<Refusal, { readonly _tag: 'UnsafeId' }>;

const refusals: ReadonlyArray<readonly [Told, string]> = [
  [{ _tag: 'NotPositive' }, 'x debe ser un número mayor a 0'],
  [
    { _tag: 'NotOneOf', values: ['duplicate', 'abandoned'] },
    'x debe ser uno de: duplicate, abandoned',
  ],
  [{ _tag: 'TooMany', most: 49 }, 'x admite 49 claves como máximo'],
  [
    { _tag: 'Within', path: 'address.city', refusal: { _tag: 'NotA', expected: 'text' } },
    'x.address.city debe ser un texto',
  ],
  [
    { _tag: 'Within', path: 'adress', refusal: { _tag: 'Unknown', nearest: 'address' } },
    'x.adress es un campo desconocido (¿quiso decir address?)',
  ],
  [
    { _tag: 'Within', path: 'pasarela_key', refusal: { _tag: 'Reserved' } },
    'x.pasarela_key está reservado para Pasarela',
  ],
  [{ _tag: 'Excludes', other: 'y' }, 'x y y no se pueden usar a la vez'],
  [{ _tag: 'OnlyWith', other: 'confirm' }, 'x solo se puede usar con confirm: true'],
  [{ _tag: 'UnknownCursor' }, 'x no corresponde a ningún elemento de la lista'],
];

describe('describePaymentError', () => {
  for (const error of Object.values(paymentErrors)) {
    it(`tells ${error._tag} in the words of the interface or the processor`, () => {
      expect(describePaymentError(error)).to.equal(texts[error._tag]);
    });
  }

  for (const [names, text] of required) {
    it(`tells that ${names.join(', ')} must be there`, () => {
      expect(describePaymentError({ _tag: 'MissingInput', required: names })).to.equal(text);
    });
  }

  for (const resource of keysOf(resources)) {
    it(`tells that a ${resource} was not found`, () => {
      expect(describePaymentError({ _tag: 'NotFound', resource })).to.equal(resources[resource]);
    });
  }

  for (const expected of keysOf(expectations)) {
    it(`tells that something is no ${expected}`, () => {
      const refusal: Told = { _tag: 'NotA', expected };
      expect(describePaymentError({ _tag: 'InvalidInput', field: 'x', refusal })).to.equal(
        expectations[expected],
      );
    });
  }

  for (const [refusal, text] of refusals) {
    it(`tells a refusal as ${refusal._tag}`, () => {
      expect(describePaymentError({ _tag: 'InvalidInput', field: 'x', refusal })).to.equal(text);
    });
  }

  it('quotes an unknown name whose mistake would not be seen', () => {
    const fields = [
      { name: 'amount ', nearest: 'amount' },
      { name: '', nearest: null },
      { name: '?amount', nearest: 'amount' },
      { name: 'año_exp', nearest: null },
    ];
    expect(describePaymentError({ _tag: 'UnknownFields', fields })).to.equal(
      'Campos desconocidos: "amount " (¿quiso decir amount?), "", ?amount (¿quiso decir amount?), año_exp',
    );
  });

  it('says whether the work may have been done when the processor is away', () => {
    expect(
      describePaymentError({ ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' }),
    ).to.equal(
      'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo',
    );
  });
});
