// Longer names are not typing mistakes.
const longest = 40;

/** Of a name that is shown or compared. */
export const mostLetters = 60;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

// How many typing mistakes are allowed: an extra, missing or wrong letter, or two swapped letters.
const slipsIn = (name: string): number => {
  if (name.length < 3) return 0;
  if (name.length < 6) return 1;
  return name.length < 10 ? 2 : 3;
};

/**
 * How many typing mistakes lie between two words: the optimal string alignment distance. Infinite above `most`, which is found
 * without comparing further: one name is compared with many, and most of them are far from it.
 */
export const typingMistakes = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  let beforeLast: Array<number> = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const letter = one[at - 1];
    const row = [at];
    let least = at;
    for (let index = 1; index <= other.length; index += 1) {
      const otherLetter = other[index - 1];
      const swapped = letter === other[index - 2] && one[at - 2] === otherLetter;
      const mistakes = Math.min(
        Number(last[index]) + 1,
        Number(row[index - 1]) + 1,
        Number(last[index - 1]) + (letter === otherLetter ? 0 : 1),
        swapped ? Number(beforeLast[index - 2]) + 1 : Number.POSITIVE_INFINITY,
      );
      row[index] = mistakes;
      least = Math.min(least, mistakes);
    }
    // No later row has less: a swap reaches back over one row, and adds the mistake that this row added at most.
    if (least > most) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = row;
  }
  const mistakes = Number(last[other.length]);
  return mistakes > most ? Number.POSITIVE_INFINITY : mistakes;
};

/** The known name that `name` is a misspelling of: the same but for letter case, separators and two letters. */
export const misspeltName =
  (known: ReadonlyArray<string>) =>
  (name: string): string | null => {
    if (known.includes(name) || name.length > mostLetters) return null;
    const word = plain(name);
    const [closest] = known
      .map((one) => ({ one, slips: typingMistakes(word, plain(one), 2) }))
      .filter(({ slips }) => slips < Number.POSITIVE_INFINITY)
      .toSorted((a, b) => a.slips - b.slips);
    return closest?.one ?? null;
  };

const lastWords = (name: string): ReadonlyArray<string> => {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.slice(1).map((_, index) => plain(words.slice(index + 1).join('')));
};

/**
 * The known name that the caller probably meant: the name with other letter case or separators, a synonym, a misspelling, or
 * the name after a prefix (`refund_amount`). `null` when no known name is close. `synonyms`: rows of names, in lower case and
 * without separators.
 */
export const nearestName =
  (known: ReadonlyArray<string>, synonyms: ReadonlyArray<ReadonlyArray<string>> = []) =>
  (name: string): string | null => {
    const word = plain(name);
    if (word === '' || name.length > longest) return null;
    const named = (wanted: string): string | undefined =>
      known.find((one) => plain(one) === wanted);
    const meant = synonyms
      .filter((row) => row.includes(word))
      .map((row) => known.find((one) => row.includes(plain(one))))
      .find((one) => one !== undefined);
    const [closest] = known
      .map((one) => ({ one, slips: typingMistakes(word, plain(one), slipsIn(word)) }))
      .filter(({ slips }) => slips < Number.POSITIVE_INFINITY)
      .toSorted((a, b) => a.slips - b.slips);
    const ending = lastWords(name)
      .map(named)
      .find((one) => one !== undefined);
    return named(word) ?? meant ?? closest?.one ?? ending ?? null;
  };
