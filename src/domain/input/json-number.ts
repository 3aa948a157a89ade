/** A JSON number as it was written, kept when JavaScript cannot hold it exactly: it has more than 15 significant digits. */
export class JsonNumber {
  readonly _tag = 'JsonNumber' as const;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Parts = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

const written = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

// Not the pattern `0+$`: it takes quadratic time when a digit other than 0 follows many zeros.
const withoutZerosAtEnd = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
};

// The number is `digits` times ten to the `exponent`; `digits` has no zeros at either end.
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

/** Whether a written number has more significant digits than JavaScript keeps. */
export const hasTooManyDigits = (source: string): boolean =>
  (partsOf(source)?.digits.length ?? 0) > mostDigits;

/** Whether JavaScript may read a JSON number as a different number. */
export const isInexact = (source: string): boolean => {
  const parts = partsOf(source);
  return parts !== null && (hasTooManyDigits(source) || Math.abs(parts.exponent) > largestExponent);
};

const hugest = '9'.repeat(30);

/** The number in decimal digits; `null` when it has more than two decimals. Numbers above 10^30 become 30 nines. */
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
