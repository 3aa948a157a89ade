import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import {
  also,
  andThen,
  anyText,
  aWholeNumber,
  type Bounds,
  type Check,
  type Checked,
  optional,
  parsed,
  withDefault,
} from '../../application/checked-input.js';
import { type Environment, readVariable } from './environment.js';

/**
 * Reads a setting: a variable, or an option of the command line. Its check gets a text without spaces around it, or `undefined`. No
 * problem repeats the text: any variable may hold a secret that was meant for another one. `written`: how problems name it.
 */
export const readSetting = <A>(
  settings: Environment,
  name: string,
  check: Check<A>,
  written: string = name,
): Checked<A> => check.read(readVariable(settings, name), written);

/** All values, or the problems of every one of them. */
export const collectProblems = sequenceS(E.getApplicativeValidation(RA.getSemigroup<string>()));

/** Accepts one of some words. */
export const oneOfWords = <const W extends string>(...words: ReadonlyArray<W>): Check<W> =>
  parsed(`must be one of ${words.join(', ')}`, (text) => words.find((word) => word === text));

/** Reads `true` and `false`. */
export const trueOrFalse = andThen(oneOfWords('true', 'false'), (word) => E.right(word === 'true'));

/** Reads whether the text is `true`. Every other one is a no. */
export const permission = andThen(optional(anyText), (text) => E.right(text === 'true'));

/** Reads an integer in decimal digits. Both ends are included. */
export const wholeNumberBetween = ({ from, to }: Omit<Bounds, 'fallback'>): Check<number> => ({
  read: (text, name) =>
    aWholeNumber(from, to).read(/^[0-9]{1,16}$/.test(String(text)) ? Number(text) : text, name),
});

/** Reads an integer within bounds; by default their `fallback`. */
export const numberWithin = (bounds: Bounds): Check<number> =>
  withDefault(wholeNumberBetween(bounds), bounds.fallback);

/** Reads values that are separated by commas. */
export const listed = andThen(
  optional(anyText),
  (text = ''): Checked<ReadonlyArray<string>> =>
    E.right(
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
);

/** Reads values that are separated by commas, if a condition holds for each. */
export const listedThat = (
  hint: string,
  holds: (word: string) => boolean,
): Check<ReadonlyArray<string>> =>
  also(listed, (words, name) => (words.every(holds) ? [] : [`${name} ${hint}`]));
