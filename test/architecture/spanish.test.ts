import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isSpanish } from '../support/texts/is-spanish.js';

// The HTTP adapter owns the Spanish of the interface, the simulator that of its pages. The contract suite has names with accents as
// test data.
const spanishFolders = [
  'adapters/inbound/http',
  'simulator/browser',
  'simulator/console',
  'simulator/controls',
  'simulator/pages',
  'contract',
].map((folder) => join('src', folder));

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
