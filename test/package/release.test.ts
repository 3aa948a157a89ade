import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';

const changelog =
  '# Changelog\n\n## Unreleased\n\n- Refunds.\n\n## 1.1.0 (2026-01-02)\n\n- Payments.\n';

const files: Readonly<Record<string, string>> = {
  'CHANGELOG.md': changelog,
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.1.0',
    files: ['dist', 'CHANGELOG.md'],
    scripts: { openapi: 'echo openapi >> steps', 'freeze-stores': 'echo freeze >> steps' },
  }),
  '.gitignore': 'steps\n*.tgz\n',
  LICENSE: 'MIT',
  'README.md': '# Shop',
  'dist/cjs/index.js': '',
  'dist/cli.js': '',
  'dist/index.d.ts': '',
  'dist/index.js': '',
  'dist/sbom.cdx.json': '{}',
  'dist/third-party-licences.txt': '',
};

const script = resolve('scripts/release.mjs');

describe('npm run release', () => {
  let folder = '';

  const git = async (...args: ReadonlyArray<string>): Promise<string> => {
    const user = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const { code, stdout, stderr } = await runProgram('git', [...user, ...args], { cwd: folder });
    expect(code, stderr).to.equal(0);
    return stdout;
  };
  const release = (...args: ReadonlyArray<string>) =>
    runProgram(process.execPath, [script, ...args], { cwd: folder });
  const read = (file: string) => readFile(join(folder, file), 'utf8');

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-release-'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Begin');
  });

  after(() => rm(folder, { recursive: true }));

  it('refuses a version that is not newer than the last one', async () => {
    const { code, stderr } = await release('1.0.9');
    expect(code).to.equal(1);
    expect(stderr).to.include('1.1.0 is released already');
  });

  it('tries a release, and leaves the tree as it was', async () => {
    const { code, stdout, stderr } = await release('--dry-run', '1.2.0');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include('shop-1.2.0.tgz');
    expect(await git('status', '--porcelain')).to.equal('');
    expect(await read('CHANGELOG.md')).to.equal(changelog);
  });

  it('sets the version, dates the changes, freezes the stores, and says how to publish', async () => {
    const { code, stdout, stderr } = await release('1.2.0');
    expect(code, stderr).to.equal(0);
    expect(await read('CHANGELOG.md')).to.match(
      /\n## Unreleased\n\n## 1\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Refunds\.\n/,
    );
    expect(await read('package.json')).to.match(/"version": ?"1\.2\.0"/);
    expect(await read('steps')).to.include('openapi\nfreeze\n');
    expect(stdout).to.include('npm publish shop-1.2.0.tgz --provenance');
  });

  it('refuses a tree with changes', async () => {
    const { code, stderr } = await release('1.3.0');
    expect(code).to.equal(1);
    expect(stderr).to.include('the tree has changes');
  });

  it('refuses a package with a file that does not belong into it', async () => {
    await writeFile(join(folder, 'dist', 'index.js.map'), '{}');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Release 1.2.0');
    await writeFile(join(folder, 'CHANGELOG.md'), changelog.replace('## 1.1.0', '## 1.2.0'));
    await git('commit', '--quiet', '--all', '--message', 'Add changes');
    const { code, stderr } = await release('--dry-run', '1.3.0');
    expect(code).to.equal(1);
    expect(stderr).to.include('dist/index.js.map does not belong');
  });
});
