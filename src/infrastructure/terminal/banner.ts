import { type Paint, painter } from './paint.js';
import type { Screen } from './screen.js';

/** The text that a server prints on a terminal when it has started. */
export type Banner = {
  /** `pasarela 0.1.0`, and what it is. */
  readonly title: string;
  /** Names and values, such as addresses. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>;
  /** Lines to copy, each after a word about it. */
  readonly lines: ReadonlyArray<readonly [about: string, line: string]>;
  readonly end: string;
};

const indent = '  ';

/** Lines to copy stay whole: the terminal breaks them, and copies them without the break. */
export const renderBanner = (
  { title, facts, lines, end }: Banner,
  { isColoured }: Screen,
): string => {
  const paint: Paint = painter(isColoured);
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return [
    '',
    `${indent}${paint('bold', title)}`,
    '',
    ...facts.map(([name, value]) => `${indent}${paint('grey', name.padEnd(width))}${value}`),
    ...lines.flatMap(([about, line]) => [
      '',
      `${indent}${paint('grey', about)}`,
      `${indent}${paint('cyan', line)}`,
    ]),
    '',
    `${indent}${paint('grey', end)}`,
    '',
    '',
  ].join('\n');
};

/** Test cards, for a person who pays by hand. */
export const testCardFacts: ReadonlyArray<readonly [name: string, value: string]> = [
  ['Test cards', '4242 4242 4242 4242 is paid, any CVC and any date in the future'],
  ['', '4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for 3D Secure'],
];
