const number = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/;
const text = /^"((?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?)"$/;

const least = 50n;
const most = 99_999_999n;

/**
 * The cents that an amount in euros means, as a person reads its JSON; `null` when it must be refused. Written for the tests
 * with integers alone, and without the code under test.
 */
export const expectedCents = (json: string): number | null => {
  const digits = text.exec(json)?.[1] ?? json;
  const [, sign, whole = '', fraction = '', exponent = '0'] = number.exec(digits) ?? [];
  if (sign !== '') return null;
  const shift = Number(exponent) - fraction.length + 2;
  const unscaled = BigInt(whole + fraction);
  if (Math.abs(shift) > 400) return null;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  if (unscaled % divisor !== 0n) return null;
  const cents = (unscaled * 10n ** BigInt(Math.max(0, shift))) / divisor;
  return cents >= least && cents <= most ? Number(cents) : null;
};
