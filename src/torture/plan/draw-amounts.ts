import type { Dice } from './dice.js';

/** Whether a shop that computes with floats and cuts the rest off charges a cent too little: 19.99 * 100 is 1998.99... */
export const floatsGetWrong = (amount: number): boolean =>
  Math.trunc((amount / 100) * 100) !== amount;

/** Amounts of two orders differ by at least so much, where there is room: an amount that is wrong by a cent still tells the order. */
const distance = 5;

const isPrices = (
  amounts: { readonly from: number; readonly to: number } | ReadonlyArray<number>,
): amounts is ReadonlyArray<number> => Array.isArray(amounts);

/** The amounts of so many orders: each price equally often, or an amount from each part of the range, one that floats get wrong where there is one. */
export const drawAmounts = (
  count: number,
  amounts: { readonly from: number; readonly to: number } | ReadonlyArray<number>,
  dice: Dice,
): ReadonlyArray<number> => {
  const places = Array.from({ length: count }, (_, place) => place);
  if (isPrices(amounts)) {
    const prices = dice.shuffled(amounts);
    return dice.shuffled(places.map((place) => prices[place % prices.length] ?? 0));
  }
  const { from, to } = amounts;
  const width = (to - from + 1) / count;
  const choices = Math.max(1, Math.floor(width) - distance);
  const drawn = places.map((place) => {
    const first = from + Math.floor(place * width);
    const start = dice.below(choices);
    const candidates = Array.from(
      { length: choices },
      (_, step) => first + ((start + step) % choices),
    );
    return candidates.find(floatsGetWrong) ?? first + start;
  });
  return dice.shuffled(drawn);
};
