import { hideCardNumbers, hidePrintedCardNumbers } from './hide-card-numbers.js';

// Each pattern below has one of these, and most texts have none: to look for all of them at once takes a fifth of the time.
const perhapsSecret =
  /:\/\/|[erps]k_|whsec_|pasarela_|_secret_|\/c\/pay\/|bearer|basic|passw|passphrase|pwd|cv[cvn]|csc|security|verification|digo/iu;

// Between a name and its value; also escaped for URLs and in JSON.
const between = String.raw`(?:[^\p{L}\p{N}%\\]|%[0-9a-f]{2}|\\(?:u[0-9a-f]{4})?|%)`;

const codeNames =
  '(?:cvc|cvv|csc|cvn)2?|(?:security|verification)[ _-]?(?:code|value)|c.digo de seguridad';

// `cvc=123`, `"cvc":"123"`, `card[cvc] is 123`.
const securityCode: readonly [pattern: RegExp, shown: string] = [
  new RegExp(
    String.raw`(${codeNames})((?:${between}|is|was|es|value|code|number){0,12}?)(?<!\p{Nd})\p{Nd}(?:[ .-]?\p{Nd}){2,3}(?!\p{Nd})`,
    'giu',
  ),
  '$1$2[code]',
];

// Each pattern reads a character a bounded number of times, whatever the text.
const secrets: ReadonlyArray<readonly [pattern: RegExp, shown: string]> = [
  // `user:password@` of a URL.
  [/:\/\/(?:[^\s/?#@<]*@)+/g, '://[removed]@'],
  // Processors show keys with asterisks in their middle. Texts of ours name the kinds of keys: `sk_test_...`.
  [
    /(?<![A-Za-z0-9])(?:(?:sk|rk|pk|ek)_(?!(?:test|live)_(?![A-Za-z0-9*]))|whsec_[+/=-]*)[A-Za-z0-9_][\w+/=*-]*/g,
    '[key]',
  ],
  // API keys of ours.
  [/(?<![A-Za-z0-9])pasarela_[\w-]{40,}/g, '[key]'],
  [/_secret_[\w%+/=-]+/g, '_secret_[removed]'],
  // The page of Checkout opens only with the part behind its `#`.
  [/(\/c\/pay\/cs_\w+)#\S+/g, '$1#[removed]'],
  // Not the word alone, as in `bearer keys`.
  [/\b(bearer)(\s+|%20|\+)(?=[a-z]*(?:[\d_=~+/]|[.-]\w)|[a-z]{20})[\w.~+/=-]+/gi, '$1$2[removed]'],
  // Base64 mixes letters, or has other signs: not as in `basic authentication`.
  [
    /\b([Bb]asic|BASIC)(\s+|%20|\+)(?=[A-Za-z]*[\d+/]|[a-z]+[A-Z]|[A-Z]{2,}[a-z])[\w+/-]{8,}={0,2}(?!=)/g,
    '$1$2[removed]',
  ],
  [
    /(?<![a-z])(password|passwd|pwd|passphrase)((?:%22|\\?["'])?\s*(?:[=:]|%3[ad])\s*(?:%22|\\?["'])?)[^\s"'&,;\\]+/gi,
    '$1$2[removed]',
  ],
  securityCode,
];

/**
 * Removes from a text everything that looks like a card number, a security code, a key, a client secret, a bearer token,
 * basic credentials or a password. All texts that leave pass here: messages, causes, log lines (decision A9).
 */
export const redact = (text: string): string =>
  hideCardNumbers(
    perhapsSecret.test(text)
      ? secrets.reduce((shown, [pattern, mark]) => shown.replace(pattern, mark), text)
      : text,
  );

const digit = /[0-9\u0080-\uffff]/;

/** Removes card numbers and security codes alone, from a text that is stored. */
export const redactCardData = (text: string): string =>
  digit.test(text) ? hideCardNumbers(text.replace(...securityCode)) : text;

/** The same in a field that holds other numbers, such as a phone number: only where a card is beyond doubt. */
export const redactPrintedCard = (text: string): string => {
  const hidden = hidePrintedCardNumbers(text);
  return hidden === text ? text : hidden.replace(...securityCode);
};
