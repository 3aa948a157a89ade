import { expect } from 'chai';
import type { HttpError } from '../../../../src/adapters/inbound/http/http-error.js';
import { describeHttpError } from '../../../../src/adapters/inbound/http/http-error-facts.js';
import type { ProcessorRefused } from '../../../../src/domain/payment-error.js';
import type { Expected, PartRefusal, Resource } from '../../../../src/domain/refusal.js';
import { paymentErrors } from '../../../support/errors/payment-errors.js';
import { partRefusals, refusals, type ShownRefusal } from '../../../support/errors/refusals.js';
import { keysOf } from '../../../support/json/keys-of.js';

const describeInSpanish = (error: HttpError): string => describeHttpError(error, 'es');

const required: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [['userId'], 'userId es requerido'],
  [['userId', 'source'], 'userId y source son requeridos'],
  [['number', 'exp_month', 'exp_year', 'cvc'], 'number, exp_month, exp_year y cvc son requeridos'],
];

const resources: { readonly [R in Resource]: string } = {
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

const expectations: { readonly [E in Expected]: string } = {
  text: 'x debe ser un texto',
  printable: 'x debe tener entre 1 y 255 caracteres ASCII imprimibles',
  'raw-body':
    "x debe ser el cuerpo original, como texto o bytes, antes de convertirlo en JSON: en Express, express.raw({ type: 'application/json' }) en esta ruta, antes de express.json()",
  headers: 'x debe ser las cabeceras de la petición por su nombre, por ejemplo request.headers',
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
  mandate: 'x debe ser un objeto con ip_address y user_agent, los del cliente',
  'method-types':
    'x debe ser una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
  'payment-methods':
    'x debe ser "automatic" o una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
  amount: 'x debe ser un importe con dos decimales como máximo, por ejemplo 19.99',
  'whole-amount': 'x debe ser un importe sin decimales en esta divisa, por ejemplo 1000',
  'whole-units':
    'x debe ser un texto en unidades de la divisa, con dos decimales como máximo, por ejemplo "19.99"',
  'known-decimals':
    'x no se puede convertir a la unidad mínima, porque no se conocen los decimales de la divisa: use amount_minor',
  'minor-units': 'x debe ser un número entero en la unidad mínima de la divisa, por ejemplo 1999',
  currency: 'x debe ser un código de divisa de tres letras, por ejemplo eur',
  url: 'x debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
  'success-url':
    'x debe llevar {CHECKOUT_SESSION_ID} tal cual, sin codificar: el procesador solo sustituye ese texto',
  'line-items':
    'x debe ser una lista de 1 a 100 elementos, cada uno con name y amount o amount_minor',
  quantity: 'x debe ser un número entero positivo',
  'unix-seconds': 'x debe ser una marca de tiempo Unix en segundos',
  evidence: 'x debe ser un objeto con textos, por ejemplo {"shipping_tracking_number": "ES123"}',
};

const refusalTexts: { readonly [T in ShownRefusal['_tag']]: string } = {
  NotA: 'x debe ser un texto',
  NotPositive: 'x debe ser un número mayor a 0',
  NotOneOf: 'x debe ser uno de: duplicate, abandoned',
  NumberAsAmount:
    "x debe ser un texto en unidades de la divisa, no un número: para 20.00 EUR: x: '20.00' o amount_minor: 2000; para 0.20 EUR: x: '0.20' o amount_minor: 20",
  TooMany: 'x admite 49 claves como máximo',
  Within: 'x.address.city debe ser un texto',
  Excludes: 'x y y no se pueden usar a la vez',
  OnlyWith: 'x solo se puede usar con confirm: true',
  Requires: 'x solo se puede usar junto con payment_methods',
  ConfirmedOnPage:
    'x no puede ser true con payment_methods, porque el cliente confirma en su página: omita x, o envíe el confirmation_token de la página',
  OtherCurrency:
    'x no puede incluir bizum, que solo admite eur, en un pago en usd: quite bizum, o cambie la divisa',
  NotScheme: 'x debe empezar por https:// o http://',
  TooManyDigits: 'x tiene más de 15 cifras significativas; envíelo como texto, por ejemplo "19.99"',
  Repeated: 'x aparece más de una vez en el cuerpo',
  OtherInPath: 'x no es el id de la ruta: indique solo uno de los dos',
  UnknownCursor: 'x no corresponde a ningún elemento de la lista',
};

const partTexts: { readonly [T in PartRefusal['_tag']]: string } = {
  NotA: 'x.part debe ser un texto',
  NotPositive: 'x.part debe ser un número mayor a 0',
  NumberAsAmount:
    "x.part debe ser un texto en unidades de la divisa, no un número: para 19.99 EUR: x.part: '19.99' o amount_minor: 1999",
  TooManyDigits:
    'x.part tiene más de 15 cifras significativas; envíelo como texto, por ejemplo "19.99"',
  Excludes: 'x.part y y no se pueden usar a la vez',
  Unknown: 'x.part es un campo desconocido (¿Quería decir address?)',
  Reserved: 'x.part está reservado para Pasarela',
};

const adviceTexts: { readonly [A in NonNullable<ProcessorRefused['advice']>]: string } = {
  tokenize_on_client:
    'No. Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...',
  keep_payment_methods:
    'No. Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la biblioteca, la opción cards) para guardarlas como métodos de pago.',
};

const textOf = (refusal: ShownRefusal): string =>
  describeInSpanish({ _tag: 'InvalidInput', field: 'x', refusal });

describe('the message of a failure over HTTP', () => {
  for (const [names, text] of required) {
    it(`names the missing ${names.join(', ')}`, () => {
      expect(describeInSpanish({ _tag: 'MissingInput', required: names, fields: names })).to.equal(
        text,
      );
    });
  }

  for (const resource of keysOf(resources)) {
    it(`names a ${resource} that was not found`, () => {
      expect(describeInSpanish({ _tag: 'NotFound', resource })).to.equal(resources[resource]);
    });
  }

  for (const expected of keysOf(expectations)) {
    it(`says that a field is not ${expected}`, () => {
      expect(textOf({ _tag: 'NotA', expected })).to.equal(expectations[expected]);
    });
  }

  for (const reason of keysOf(refusalTexts)) {
    it(`says why a field is refused: ${reason}`, () => {
      expect(textOf(refusals[reason])).to.equal(refusalTexts[reason]);
    });
  }

  for (const reason of keysOf(partTexts)) {
    it(`says why a part of a field is refused: ${reason}`, () => {
      expect(textOf({ _tag: 'Within', path: 'part', refusal: partRefusals[reason] })).to.equal(
        partTexts[reason],
      );
    });
  }

  for (const advice of keysOf(adviceTexts)) {
    it(`adds the advice ${advice} to the text of the processor`, () => {
      const refused: ProcessorRefused = {
        ...paymentErrors.ProcessorRefused,
        message: 'No.',
        advice,
      };
      expect(describeInSpanish(refused)).to.equal(adviceTexts[advice]);
    });
  }

  it('quotes an unknown name when the bare name would hide the mistake', () => {
    const fields = [
      { name: 'amount ', nearest: 'amount' },
      { name: '', nearest: null },
      { name: '?amount', nearest: 'amount' },
      { name: 'año_exp', nearest: null },
    ];
    expect(describeInSpanish({ _tag: 'UnknownFields', fields })).to.equal(
      'Campos desconocidos: "amount " (¿Quería decir amount?), "", ?amount (¿Quería decir amount?), año_exp',
    );
  });

  it('says whether the work may have been done when the processor is unavailable', () => {
    expect(
      describeInSpanish({ ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' }),
    ).to.equal(
      'El procesador de pagos no está disponible y la operación no se ha realizado; inténtelo de nuevo',
    );
  });
});
