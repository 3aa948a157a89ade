import type { UnknownFields } from '../payment-error.js';
import { redact } from '../text/redact.js';
import { mostLetters, nearestName } from './misspelt-names.js';

// Names that callers use for the same field, in lower case and without separators. The first row with the name wins.
const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  ['quantity', 'qty', 'cantidad', 'units', 'unidades'],
  [
    'amountminor',
    'unitamount',
    'amounttocapture',
    'amountcents',
    'amountincents',
    'cents',
    'centimos',
    'minorunits',
    'minor',
  ],
  [
    'amount',
    'importe',
    'monto',
    'cantidad',
    'total',
    'price',
    'precio',
    'unitprice',
    'value',
    'sum',
    'euros',
  ],
  [
    'amount',
    'amounttocapture',
    'amountminor',
    'amountcents',
    'amountincents',
    'cents',
    'centimos',
    'minorunits',
  ],
  ['customer', 'customerid', 'userid', 'user', 'client', 'clientid', 'cliente', 'clienteid'],
  ['charge', 'chargeid', 'latestcharge', 'cargo'],
  ['paymentintent', 'paymentintentid', 'paymentid', 'payment', 'intent', 'intentid', 'pago'],
  [
    'setupintent',
    'setupintentid',
    'setupid',
    'setup',
    'intent',
    'intentid',
    'paymentid',
    'paymentintent',
  ],
  [
    'paymentmethods',
    'paymentmethodtypes',
    'allowedpaymentmethodtypes',
    'automaticpaymentmethods',
    'methods',
    'metodos',
    'metodosdepago',
  ],
  ['sessionid', 'session', 'checkoutsession', 'checkoutsessionid', 'checkoutid', 'sesion'],
  ['lineitems', 'items', 'lines', 'lineas', 'articulos', 'products', 'productos'],
  ['paymentmethod', 'paymentmethodid', 'source', 'card', 'cardid', 'token', 'tarjeta'],
  ['confirm', 'confirmed', 'autoconfirm', 'confirmnow', 'confirmar'],
  ['returnurl', 'redirecturl', 'redirect', 'successurl', 'callbackurl', 'url'],
  ['reason', 'cancellationreason', 'refundreason', 'motivo'],
  ['phone', 'telephone', 'phonenumber', 'telefono', 'mobile'],
  ['name', 'fullname', 'nombre'],
  ['email', 'mail', 'emailaddress', 'correo'],
  ['number', 'cardnumber', 'pan'],
  ['cvc', 'cvv', 'cvv2', 'securitycode'],
  ['expmonth', 'month', 'expirymonth', 'expirationmonth'],
  ['expyear', 'year', 'expiryyear', 'expirationyear'],
  ['limit', 'pagesize', 'perpage', 'count', 'size'],
  ['startingafter', 'after', 'cursor'],
  ['endingbefore', 'before'],
  ['currency', 'divisa', 'moneda'],
  ['metadata', 'meta'],
  ['capturemethod', 'capture', 'manualcapture'],
  ['description', 'descripcion', 'concept', 'concepto', 'note'],
  ['receiptemail', 'email'],
];

/** The known field that the caller probably meant: as `nearestName`, or a synonym. `null` when no known name is close. */
export const nearestField = (known: ReadonlyArray<string>): ((name: string) => string | null) =>
  nearestName(known, synonyms);

/** A field name from the caller that is safe to show: card numbers are removed, and long names are shortened. */
export const showName = (name: string): string => {
  const text = redact(name.replace(/[\p{C}\p{Z}]+/gu, ' '));
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
};

/** The name, in quotes where the bare name would hide the mistake, such as a space at its end. */
export const quoteUnusualName = (name: string): string =>
  /^[\p{L}\p{N}_.?[\]-]+$/u.test(name) ? name : JSON.stringify(name);

const mostNames = 20;

/**
 * The unknown names of an object, at most twenty, safe to show. A field that is `undefined` counts as absent. `near`: the names
 * that can be suggested.
 */
export const unknownNames = (
  known: ReadonlyArray<string>,
  near: ReadonlyArray<string> = known,
): ((values: object) => UnknownFields['fields']) => {
  const names = new Set(known);
  const nearest = nearestField(near);
  return (values) =>
    Object.keys(values)
      .filter((name) => !names.has(name) && Reflect.get(values, name) !== undefined)
      .slice(0, mostNames)
      .map((name) => ({ name: showName(name), nearest: nearest(name) }));
};
