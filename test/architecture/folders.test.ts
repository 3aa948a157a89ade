import { expect } from 'chai';
import { folderCycles, readSources, type Sources } from './source-graph.js';

describe('folders of src', () => {
  let sources: Sources;

  before(async () => {
    sources = await readSources('src');
  });

  it('do not import each other', () => {
    expect(folderCycles(sources)).to.deep.equal([]);
  });

  it('fail the check when two of them import each other, even through different files', () => {
    const engine = 'src/simulator/engine';
    const planted = new Map([
      ...sources,
      [`${engine}/charges/planted.ts`, "import { taken } from '../refunds/planted-other.js';\n"],
      [
        `${engine}/refunds/planted.ts`,
        "import type { Kept } from '../charges/planted-other.js';\n",
      ],
      [`${engine}/charges/planted-other.ts`, 'export type Kept = 1;\n'],
      [`${engine}/refunds/planted-other.ts`, 'export const taken = 1;\n'],
    ]);
    expect(folderCycles(planted)).to.include(
      `${engine}/charges → ${engine}/refunds → ${engine}/charges`,
    );
  });

  it('fail the check when three of them import each other in a ring', () => {
    const planted = new Map([
      ['src/a/one.ts', "import { two } from '../b/two.js';\n"],
      ['src/b/two.ts', "export const load = () => import('../c/three.js');\n"],
      ['src/c/three.ts', "export * from '../a/other.js';\n"],
      ['src/a/other.ts', 'export const other = 1;\n'],
    ]);
    expect(folderCycles(planted)).to.deep.equal(['src/a → src/b → src/c → src/a']);
  });
});
