/** Whether the check digit is correct (Luhn, ISO/IEC 7812). */
export const isLuhnValid = (digits: string): boolean => {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
};

/** The brand of a card. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** The form of a brand's numbers. */
type CardNumberFormat = {
  readonly brand: CardBrand | 'unknown';
  /** How a number of the brand begins. */
  readonly prefix: RegExp;
  /** The possible numbers of digits, ascending. */
  readonly lengths: ReadonlyArray<number>;
  /** The digits of each group in which the number is written; the last one repeats. */
  readonly groups: ReadonlyArray<number>;
  /** The digits of the security code. */
  readonly codeLength: 3 | 4;
};

const inFours = { groups: [4], codeLength: 3 } as const;

const formats: ReadonlyArray<CardNumberFormat> = [
  { brand: 'visa', prefix: /^4/, lengths: [16], ...inFours },
  {
    brand: 'mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    ...inFours,
  },
  { brand: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  { brand: 'diners', prefix: /^36/, lengths: [14], groups: [4, 6, 4], codeLength: 3 },
  { brand: 'diners', prefix: /^3(?:0|[89])/, lengths: [16], ...inFours },
  { brand: 'jcb', prefix: /^35/, lengths: [16], ...inFours },
  { brand: 'discover', prefix: /^6(?:011|4[4-9]|5)/, lengths: [16], ...inFours },
  { brand: 'unionpay', prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19], ...inFours },
];

const unknownFormat: CardNumberFormat = {
  brand: 'unknown',
  prefix: /^/,
  lengths: [16],
  ...inFours,
};

/** The format of a card number, or of its first digits. */
export const cardNumberFormat = (digits: string): CardNumberFormat =>
  formats.find(({ prefix }) => prefix.test(digits)) ?? unknownFormat;
