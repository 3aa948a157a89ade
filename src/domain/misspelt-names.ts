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

type Row = ReadonlyArray<number>;

const at = (row: Row, index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** How many typing mistakes lie between two words: the optimal string alignment distance. */
export const typingMistakes = (one: string, other: string): number => {
  const others = other.split('');
  const first: Row = [0, ...others.map((_, index) => index + 1)];
  const nextRow = (beforeLast: Row, last: Row, letter: string, before: string | undefined): Row =>
    others.reduce<Row>(
      (row, otherLetter, index) => {
        const swapped = letter === others[index - 1] && before === otherLetter;
        return [
          ...row,
          Math.min(
            at(last, index + 1) + 1,
            at(row, index) + 1,
            at(last, index) + (letter === otherLetter ? 0 : 1),
            swapped ? at(beforeLast, index - 1) + 1 : Number.POSITIVE_INFINITY,
          ),
        ];
      },
      [at(last, 0) + 1],
    );
  const [, end] = one
    .split('')
    .reduce<readonly [Row, Row]>(
      ([beforeLast, last], letter, index, letters) => [
        last,
        nextRow(beforeLast, last, letter, letters[index - 1]),
      ],
      [[], first],
    );
  return at(end, others.length);
};

/** The known name that `name` is a misspelling of: the same but for letter case, separators and two letters. */
export const misspeltName =
  (known: ReadonlyArray<string>) =>
  (name: string): string | null => {
    if (known.includes(name) || name.length > mostLetters) return null;
    const word = plain(name);
    const [closest] = known
      .map((one) => ({ one, slips: typingMistakes(word, plain(one)) }))
      .filter(({ slips }) => slips <= 2)
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
      .map((one) => ({ one, slips: typingMistakes(word, plain(one)) }))
      .filter(({ slips }) => slips <= slipsIn(word))
      .toSorted((a, b) => a.slips - b.slips);
    const ending = lastWords(name)
      .map(named)
      .find((one) => one !== undefined);
    return named(word) ?? meant ?? closest?.one ?? ending ?? null;
  };
