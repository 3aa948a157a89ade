import { type Check, withoutProblems } from '../../application/checked-input.js';
import { nearestName } from '../../domain/input/misspelt-names.js';

// In a message that says which words there are.
const mostListed = 30;

/** Accepts an array of known words. `what`: one of them, for messages. */
export const someOf = <W extends string>(
  what: string,
  known: ReadonlyArray<W>,
): Check<ReadonlyArray<W>> => {
  const isKnown = (word: unknown): boolean => known.some((one) => one === word);
  const problemOf = (word: string): string => {
    const nearest = nearestName(known)(word);
    const alike = known.filter((one) => one.startsWith(`${word.split('.')[0]}.`));
    const others = `. There are ${(alike.length > 0 ? alike : known.slice(0, mostListed)).join(', ')}`;
    return `'${word}', which is not ${what}${nearest === null ? others : ` (did you mean ${nearest}?)`}`;
  };
  return withoutProblems((value, name) =>
    Array.isArray(value)
      ? value
          .filter((word) => !isKnown(word))
          .map((word) => `${name} has ${problemOf(String(word))}`)
      : [`${name} must be an array`],
  );
};
