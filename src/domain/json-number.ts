/** A number of a JSON text as it was written, where JavaScript would read another one: more than 15 significant digits. */
export class JsonNumber {
  readonly _tag = 'JsonNumber' as const;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Parts = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

const written = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

// By hand: the pattern `0+$` takes the square of the length where the last digit is none of the zeros before it.
const withoutZerosAtEnd = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
};

// The number is `digits` times ten to the `exponent`; without zeros at either end.
const partsOf = (source: string): Parts | null => {
  const match = written.exec(source);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutZerosAtEnd(digits);
  return {
    negative: sign === '-',
    digits: significant,
    exponent: Number(power) - fraction.length + digits.length - significant.length,
  };
};

const mostDigits = 15;
const largestExponent = 290;

/** Whether a number in text has more significant digits than JavaScript keeps. */
export const hasTooManyDigits = (source: string): boolean =>
  (partsOf(source)?.digits.length ?? 0) > mostDigits;

/** Whether JavaScript's number for a JSON number may be another one than was written. */
export const isInexact = (source: string): boolean => {
  const parts = partsOf(source);
  return parts !== null && (hasTooManyDigits(source) || Math.abs(parts.exponent) > largestExponent);
};

const hugest = '9'.repeat(30);

/** The number in decimal digits; `null` when it has more than two decimals. What is huge is as large as matters. */
export const decimalText = ({ source }: JsonNumber): string | null => {
  const parts = partsOf(source);
  if (parts === null) return null;
  const { negative, digits, exponent } = parts;
  const sign = negative ? '-' : '';
  if (digits === '') return '0';
  if (exponent < -2) return null;
  if (digits.length + exponent > hugest.length) return `${sign}${hugest}`;
  if (exponent >= 0) return `${sign}${digits}${'0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
};
