import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';

/** Folders of tests that belong to no one source file: each folder's name says what they are about. */
const acrossSources = [
  'architecture',
  'chaos',
  'documents',
  'interface',
  'official',
  'package',
  'sdk',
  'support',
];

/**
 * The source that a test is named after: `payments/confirm.test.ts` after `src/payments/confirm.ts` or after the folder
 * `src/payments/confirm`. A word between two dots says which side of it (`confirm.model.test.ts`).
 */
const hasSource = (test: string): boolean => {
  const [name = ''] = basename(test).split('.');
  const path = join('src', dirname(test), name);
  return existsSync(`${path}.ts`) || existsSync(path);
};

const orphans = (tests: ReadonlyArray<string>): ReadonlyArray<string> =>
  tests.filter((test) => !acrossSources.includes(test.split('/')[0] ?? '') && !hasSource(test));

describe('the tree of tests', () => {
  it('mirrors the tree of sources', async () => {
    const names = await readdir('test', { recursive: true });
    const tests = names
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.test.ts'));
    expect(orphans(tests)).to.deep.equal([]);
  });

  it('is refused when a test has no source', () => {
    expect(orphans(['domain/money.test.ts', 'domain/planted.test.ts'])).to.deep.equal([
      'domain/planted.test.ts',
    ]);
  });
});
