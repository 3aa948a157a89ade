import type { TextState } from './card-text.js';

const plain = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** The lengths of IBANs that direct debits take: those of the area of SEPA. */
const lengths: { readonly [country: string]: number } = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

const longest = 34;

/** Writes an IBAN in groups of four. */
export const formatIban = (text: string): string =>
  plain(text)
    .slice(0, longest)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');

const digitsOf = (letters: string): string =>
  Array.from(letters, (letter) => Number.parseInt(letter, 36).toString()).join('');

/** ISO 13616: the check digits make the remainder 1. */
const isChecked = (iban: string): boolean =>
  Array.from(digitsOf(iban.slice(4) + iban.slice(0, 4))).reduce(
    (rest, digit) => (rest * 10 + Number(digit)) % 97,
    0,
  ) === 1;

export const checkIban = (text: string): TextState => {
  const iban = plain(text);
  if (iban === '') return 'empty';
  const length = lengths[iban.slice(0, 2)];
  if (iban.length >= 2 && length === undefined) return 'invalid_iban';
  if (length === undefined || iban.length < length) return 'incomplete_iban';
  return iban.length === length && isChecked(iban) ? 'complete' : 'invalid_iban';
};
