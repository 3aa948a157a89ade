// Written by hand: a list copied from the processor would miss the numbers that the processor forgets.
const cardNumbers = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '4000000000000002',
  '4000000000009995',
  '4000000000009987',
  '4000000000009979',
  '4000000000000069',
  '4000000000000127',
  '4000000000000119',
  '4000000000000019',
  '4100000000000019',
  '4000000000000341',
  '4242424242424241',
  '4000002500003155',
  '4000002760003184',
  '4000000000003220',
  '4000008400001629',
  '4000008260003178',
  '4000000000003055',
  '4000000000003063',
  '4000000000000101',
  '4000000000000259',
  '4000000000007726',
  '4000000000005126',
] as const;

const digits = (text: string): string => text.replaceAll(/%20|[^0-9]/g, '');

const decodedEscapes = (text: string): string =>
  text.replaceAll(/%3|\\u003|&#x3|&#4(?=[89];)|&#5(?=[0-7];)|;/gi, (mark) => {
    if (mark === '&#4') return '-';
    return mark === '&#5' ? '+' : '';
  });

const fromBase64 = (found: string): string => Buffer.from(found, 'base64').toString('latin1');

/** How a card number can be written: a pattern for at least twelve digits, and how to read them. */
const notations: ReadonlyArray<readonly [pattern: RegExp, read: (found: string) => string]> = [
  // Alone, or with a separator between digits.
  [/[0-9](?:(?:%20|[ .\-_/+,\u00a0\u2009\u202f])?[0-9]){12,}/g, digits],
  // Escaped for URLs, and for JSON.
  [/(?:(?:%|\\u00)3[0-9](?:%20)?){12,}/gi, (found) => digits(decodedEscapes(found))],
  // As entities of HTML: `&#52;` is 4.
  [
    /(?:&#(?:4[89]|5[0-7]);){12,}/g,
    (found) => found.replaceAll(/&#([0-9]+);/g, (_, code: string) => String(Number(code) - 48)),
  ],
  // Full width.
  [/[\uff10-\uff19](?:[ -]?[\uff10-\uff19]){12,}/g, (found) => digits(found.normalize('NFKC'))],
  // Full width, in UTF-8 that is read byte by byte.
  [
    /(?:\xef\xbc[\x90-\x99]){12,}/g,
    (found) => digits(Buffer.from(found, 'latin1').toString('utf8').normalize('NFKC')),
  ],
  // Hexadecimal.
  [/(?:3[0-9]){12,}/g, (found) => Buffer.from(found, 'hex').toString('latin1')],
  // Base64 of a text with the number, which may begin in the middle of a group.
  [/(?:[M-O][DTjz][AEIMQUYcgk][wxyz0-5]){4,}/g, fromBase64],
];

// Base64 can hide two digits at each end.
const inner = cardNumbers.map((number) => number.slice(2, 14)).filter((part) => /[1-9]/.test(part));

const holdsCardNumber = (text: string): boolean =>
  notations.some(([pattern, read]) =>
    (text.match(pattern) ?? []).some((found) => {
      const plain = read(found);
      const wanted = read === fromBase64 ? inner : cardNumbers;
      return wanted.some((number) => plain.includes(number));
    }),
  );

const cardField: readonly [what: string, pattern: RegExp] = [
  'card field',
  /["']?\b(?:number|cvc)\b\\*["']?\s*[:=]\s*\\*["']?[0-9]/,
];

const clientSecrets: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['client secret', /_secret_[A-Za-z0-9]/],
  ['client secret', /\bclient_secret\\*["']?\s*[:=]/],
];

const keys: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  ['processor key', /\b(?:sk|rk|pk)_(?:test|live)_[A-Za-z0-9]/],
  ['webhook secret', /\bwhsec_[A-Za-z0-9]/],
];

type Patterns = ReadonlyArray<readonly [what: string, pattern: RegExp]>;

const findWith = (patterns: Patterns, text: string, secrets: Iterable<string>) => [
  ...new Set([
    ...(holdsCardNumber(text) ? ['card number'] : []),
    ...patterns.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : [])),
    ...[...secrets].flatMap((secret) => (text.includes(secret) ? ['configured secret'] : [])),
  ]),
];

/**
 * Searches a log for card numbers (in every notation: spaced, escaped, encoded), security codes as a field, client secrets,
 * keys, and the given secrets. Returns the kinds of secret found, never the secrets.
 */
export const findLeaks = (log: string, secrets: Iterable<string> = []): ReadonlyArray<string> =>
  findWith([cardField, ...clientSecrets, ...keys], log, secrets);

// Decision P8: creations and confirmations of payments and setup intents.
const givesClientSecret =
  /^\{"status":true,"statusCode":20[01],"message":"(?:(?:Intento de (?:pago|configuraci\u00f3n) creado|Pago confirmado|Intento de configuraci\u00f3n confirmado) correctamente|(?:Payment|Setup) intent created|(?:Payment|Setup intent) confirmed)"/;

// Not the code `idempotency_secret_unknown`.
const ownClientSecrets: Patterns = [
  ['client secret', /_[A-Za-z0-9]+_secret_[A-Za-z0-9]/],
  ['client secret', /"client_secret"/],
];

/** Searches a response of the interface, where only some have a client secret. */
export const findLeaksInAnswer = (
  text: string,
  secrets: Iterable<string> = [],
): ReadonlyArray<string> =>
  findWith(givesClientSecret.test(text) ? keys : [...ownClientSecrets, ...keys], text, secrets);

/** Searches what a store keeps. */
export const findLeaksInStore = (
  bytes: string,
  secrets: Iterable<string> = [],
): ReadonlyArray<string> => findWith([...ownClientSecrets.slice(0, 1), ...keys], bytes, secrets);
