import { cardNumberFormat, isLuhnValid } from '../../../../domain/text/card-number.js';
import type { FieldErrorCode } from './field-errors.js';

/** The meaning of a field's text. */
export type TextState = 'empty' | 'complete' | FieldErrorCode;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Writes a card number in the groups of its brand: `4242 4242 4242 4242`. */
export const formatNumber = (text: string): string => {
  const all = digitsOf(text);
  const { groups, lengths } = cardNumberFormat(all);
  let rest = all.slice(0, lengths.at(-1));
  const written: Array<string> = [];
  for (let index = 0; rest !== ''; index += 1) {
    const size = groups[Math.min(index, groups.length - 1)] ?? rest.length;
    written.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return written.join(' ');
};

export const checkNumber = (text: string): TextState => {
  const digits = digitsOf(text);
  if (digits === '') return 'empty';
  const { lengths } = cardNumberFormat(digits);
  if (!lengths.includes(digits.length)) return 'incomplete_number';
  return isLuhnValid(digits) ? 'complete' : 'invalid_number';
};

/** Writes a date as `MM / YY`. `deleting`: the separator is not added again after it was deleted. */
export const formatExpiry = (text: string, deleting = false): string => {
  const typed = digitsOf(text.replace(/^(\s*\d\s*)\//, '0$1/'));
  const padded = /^[2-9]/.test(typed) || /^1[3-9]/.test(typed) ? `0${typed}` : typed;
  const month = padded.slice(0, 2);
  const year = padded.slice(2);
  const shortYear = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2);
  if (month.length < 2 || (deleting && shortYear === '')) return month;
  return `${month} / ${shortYear}`;
};

/** The month and the year of a date; a year of two digits is of this century. */
export const readExpiryText = (text: string): { readonly month: number; readonly year: number } => {
  const digits = digitsOf(text);
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
};

const yearsAhead = 50;

export const checkExpiry = (text: string, today: Date): TextState => {
  const digits = digitsOf(text);
  if (digits === '') return 'empty';
  if (digits.length < 4 || digits.startsWith('00')) return 'incomplete_expiry';
  const { month, year } = readExpiryText(text);
  const thisYear = today.getFullYear();
  if (year < thisYear) return 'invalid_expiry_year_past';
  if (year > thisYear + yearsAhead) return 'invalid_expiry_year';
  return year === thisYear && month <= today.getMonth() ? 'invalid_expiry_month_past' : 'complete';
};

/** Keeps the digits of a security code for this card number. Before the brand is known it may have four. */
export const formatCode = (text: string, number: string): string => {
  const { brand, codeLength } = cardNumberFormat(digitsOf(number));
  return digitsOf(text).slice(0, brand === 'unknown' ? 4 : codeLength);
};

export const checkCode = (text: string, number: string): TextState => {
  const digits = digitsOf(text);
  if (digits === '') return 'empty';
  const { codeLength } = cardNumberFormat(digitsOf(number));
  return digits.length < codeLength ? 'incomplete_cvc' : 'complete';
};

/** A postal code of the United States needs five digits, others at least three characters. */
export const checkPostalCode = (text: string, country: string): TextState => {
  const code = text.trim();
  if (code === '') return 'empty';
  const enough = country === 'US' ? /^\d{5}/.test(code) : code.length >= 3;
  return enough ? 'complete' : 'incomplete_zip';
};

export const checkEmail = (text: string): TextState => {
  const email = text.trim();
  if (email === '') return 'empty';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? 'complete' : 'incomplete_email';
};

/** The brand of a card number, or of its first digits. */
export const brandOf = (number: string): string => cardNumberFormat(digitsOf(number)).brand;
