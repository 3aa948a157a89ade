import { redact } from './redact.js';
import { visible } from './visible.js';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `no`, `two`, `12` */
export const numberText = (number: number): string => numbers[number] ?? String(number);

/** `no orders`, `one order`, `two orders`, `12 orders`. */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : several}`;

/** `a`, `a and b`, `a, b and c`. */
export const listText = (items: ReadonlyArray<string>): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const mostShown = 160;

/** A text of somebody else, such as the shop: on one line, without secrets and control characters, and not long. */
export const foreignText = (text: string): string => {
  const line = visible(
    redact(text.slice(0, 4 * mostShown))
      .trim()
      .replaceAll(/\s+/g, ' '),
  );
  return line.length > mostShown ? `${line.slice(0, mostShown - 1)}…` : line;
};
