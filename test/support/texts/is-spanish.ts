const functionWords: ReadonlySet<string> = new Set(
  'el la los las del de una un que con para por se es su esta este debe sin'.split(' '),
);
const ending = /^\p{L}{3,}(?:mente|[ai]d[ao]s?)$/u;

/** A line counts as Spanish if it has an accent, two function words, or a word such as `correctamente` or `creado`. */
export const isSpanish = (line: string): boolean => {
  const words = line.match(/\p{L}+/gu) ?? [];
  return (
    /[áéíóúñ¿¡]/iu.test(line) ||
    new Set(words.filter((word) => functionWords.has(word.toLowerCase()))).size > 1 ||
    words.some((word) => ending.test(word))
  );
};
