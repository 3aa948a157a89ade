import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';

/** Test folders that do not mirror `src`: their tests check several source files together. */
const acrossSources = [
  'architecture',
  'bench',
  'chaos',
  'documents',
  'hostile',
  'interface',
  'official',
  'package',
  'sdk',
  'simulator/recorded',
  'support',
];

/**
 * `payments/confirm.test.ts` tests the file `src/payments/confirm.ts` or the folder `src/payments/confirm`. So does
 * `confirm.model.test.ts`.
 */
const hasSource = (test: string): boolean => {
  const [name = ''] = basename(test).split('.');
  const path = join('src', dirname(test), name);
  return existsSync(`${path}.ts`) || existsSync(path);
};

const orphans = (tests: ReadonlyArray<string>): ReadonlyArray<string> =>
  tests.filter(
    (test) => !acrossSources.some((folder) => test.startsWith(`${folder}/`)) && !hasSource(test),
  );

describe('the tree of tests', () => {
  it('mirrors the tree of sources', async () => {
    const names = await readdir('test', { recursive: true });
    const tests = names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.test.ts'));
    expect(orphans(tests)).to.deep.equal([]);
  });

  it('fails the check when a test has no source file', () => {
    expect(orphans(['domain/money.test.ts', 'domain/planted.test.ts'])).to.deep.equal([
      'domain/planted.test.ts',
    ]);
  });
});
