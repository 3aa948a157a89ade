/** Whether the digits end in their right check digit (ISO/IEC 7812). */
export const isLuhnValid = (digits: string): boolean => {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
};
