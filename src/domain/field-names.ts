import type { UnknownFields } from './payment-error.js';
import { redact } from './redact.js';

// Names that callers use for the same field, in lower case and without separators. The first row with the name wins.
const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  [
    'amountminor',
    'amounttocapture',
    'amountcents',
    'amountincents',
    'cents',
    'centimos',
    'minorunits',
    'minor',
  ],
  ['amount', 'importe', 'monto', 'cantidad', 'total', 'price', 'value', 'sum', 'euros'],
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

// Longer names are not typing mistakes.
const longest = 40;

const mostLetters = 60;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

// How many typing mistakes are allowed: an extra, missing or wrong letter, or two swapped letters.
const slipsIn = (name: string): number => {
  if (name.length < 3) return 0;
  if (name.length < 6) return 1;
  return name.length < 10 ? 2 : 3;
};

type Row = ReadonlyArray<number>;

const at = (row: Row, index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** How many typing mistakes lie between two words: the optimal string alignment distance. */
export const typingMistakes = (one: string, other: string): number => {
  const others = other.split('');
  const first: Row = [0, ...others.map((_, index) => index + 1)];
  const nextRow = (beforeLast: Row, last: Row, letter: string, before: string | undefined): Row =>
    others.reduce<Row>(
      (row, otherLetter, index) => {
        const swapped = letter === others[index - 1] && before === otherLetter;
        return [
          ...row,
          Math.min(
            at(last, index + 1) + 1,
            at(row, index) + 1,
            at(last, index) + (letter === otherLetter ? 0 : 1),
            swapped ? at(beforeLast, index - 1) + 1 : Number.POSITIVE_INFINITY,
          ),
        ];
      },
      [at(last, 0) + 1],
    );
  const [, end] = one
    .split('')
    .reduce<readonly [Row, Row]>(
      ([beforeLast, last], letter, index, letters) => [
        last,
        nextRow(beforeLast, last, letter, letters[index - 1]),
      ],
      [[], first],
    );
  return at(end, others.length);
};

/** The known name that `name` is a misspelling of: the same but for letter case, separators and two letters. */
export const misspeltName =
  (known: ReadonlyArray<string>) =>
  (name: string): string | null => {
    if (known.includes(name) || name.length > mostLetters) return null;
    const word = plain(name);
    const [closest] = known
      .map((one) => ({ one, slips: typingMistakes(word, plain(one)) }))
      .filter(({ slips }) => slips <= 2)
      .toSorted((a, b) => a.slips - b.slips);
    return closest?.one ?? null;
  };

const lastWords = (name: string): ReadonlyArray<string> => {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.slice(1).map((_, index) => plain(words.slice(index + 1).join('')));
};

/**
 * The known name that the caller probably meant: the name with other letter case or separators, a synonym, a misspelling, or
 * the name after a prefix (`refund_amount`). `null` when no known name is close.
 */
export const nearestName =
  (known: ReadonlyArray<string>) =>
  (name: string): string | null => {
    const word = plain(name);
    if (word === '' || name.length > longest) return null;
    const named = (wanted: string): string | undefined =>
      known.find((one) => plain(one) === wanted);
    const meant = synonyms
      .filter((row) => row.includes(word))
      .map((row) => known.find((one) => row.includes(plain(one))))
      .find((one) => one !== undefined);
    const [closest] = known
      .map((one) => ({ one, slips: typingMistakes(word, plain(one)) }))
      .filter(({ slips }) => slips <= slipsIn(word))
      .toSorted((a, b) => a.slips - b.slips);
    const ending = lastWords(name)
      .map(named)
      .find((one) => one !== undefined);
    return named(word) ?? meant ?? closest?.one ?? ending ?? null;
  };

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
  const nearest = nearestName(near);
  return (values) =>
    Object.keys(values)
      .filter((name) => !names.has(name) && Reflect.get(values, name) !== undefined)
      .slice(0, mostNames)
      .map((name) => ({ name: showName(name), nearest: nearest(name) }));
};
