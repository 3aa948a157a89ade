import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

// The HTTP adapter owns the Spanish of the interface. The contract suite has names with accents as test data.
const spanishFolders = [join('src', 'adapters', 'inbound', 'http'), join('src', 'contract')];

const functionWords: ReadonlySet<string> = new Set(
  'el la los las del de una un que con para por se es su esta este debe sin'.split(' '),
);
const ending = /^\p{L}{3,}(?:mente|[ai]d[ao]s?)$/u;

/** A line counts as Spanish if it has an accent, two function words, or a word such as `correctamente` or `creado`. */
const isSpanish = (line: string): boolean => {
  const words = line.match(/\p{L}+/gu) ?? [];
  return (
    /[áéíóúñ¿¡]/iu.test(line) ||
    new Set(words.filter((word) => functionWords.has(word.toLowerCase()))).size > 1 ||
    words.some((word) => ending.test(word))
  );
};

describe('Spanish texts', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !spanishFolders.some((folder) => file.startsWith(folder)));

  it('are only in the HTTP adapter', () => {
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(isSpanish)
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).to.deep.equal([]);
  });

  for (const line of [
    "return 'Cliente no encontrado';",
    "return 'debe ser el cuerpo tal como lo pide';",
    "message: 'Pago confirmado correctamente',",
    '// Dirección de la tienda.',
  ]) {
    it(`are recognized: ${line}`, () => expect(isSpanish(line)).to.equal(true));
  }

  for (const line of [
    "return 'The payment processor is unavailable and nothing was done: try again';",
    "['amount', 'importe', 'monto', 'cantidad', 'total', 'price', 'value', 'sum', 'euros'],",
  ]) {
    it(`are not confused with English: ${line.slice(0, 40)}`, () =>
      expect(isSpanish(line)).to.equal(false));
  }
});
