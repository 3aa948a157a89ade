import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { useHttpServer } from '../support/http/use-http-server.js';
import { runProgram } from '../support/programs/run-program.js';

const changelog =
  '# Changelog\n\n## Unreleased\n\n- Refunds.\n\n## 1.1.0 (2026-01-02)\n\n- Payments.\n';

// A service that answers like the README says.
const service = `#!/usr/bin/env node
const server = require('node:http').createServer((_request, response) => response.end('{"paid":true}'));
server.listen(0, '127.0.0.1', () => console.log('listens on http://127.0.0.1:' + server.address().port));
process.on('SIGTERM', () => process.exit(0));
`;

const readme = `# Shop

<!-- before npm -->
The shop is not on npm yet.
<!-- after npm
Run \`npx shop\`.
-->

\`\`\`bash
curl -s http://127.0.0.1:3000/pay
\`\`\`

\`\`\`json
{ "paid": true }
\`\`\`
`;

const repository = 'git+https://github.com/ada/shop.git';
const files: Readonly<Record<string, string>> = {
  'CHANGELOG.md': changelog,
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.1.0',
    repository: { type: 'git', url: repository },
    bin: { shop: 'dist/cli.js' },
    files: ['dist', 'CHANGELOG.md'],
    scripts: {
      openapi: 'echo openapi >> steps',
      'freeze-stores': 'echo freeze > frozen.mjs',
      'quick-start': `node ${JSON.stringify(resolve('scripts/quick-start.mjs'))}`,
    },
  }),
  '.gitignore': 'steps\n*.tgz\n',
  LICENSE: 'MIT',
  'README.md': readme,
  'frozen.mjs': '',
  'dist/cjs/index.js': '',
  'dist/cli.js': service,
  'dist/index.d.ts': '',
  'dist/index.js': '',
  'dist/sbom.cdx.json': '{}',
  'dist/third-party-licences.txt': '',
};

const script = resolve('scripts/release.mjs');

describe('npm run release', function () {
  // npm on a busy machine.
  this.timeout(600_000);
  let folder = '';
  let onNpm: object | undefined;
  const registry = useHttpServer((_request, response) => {
    response.writeHead(onNpm === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(onNpm ?? { error: 'Not found' }));
  });

  const git = async (...args: ReadonlyArray<string>): Promise<string> => {
    const user = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const { code, stdout, stderr } = await runProgram('git', [...user, ...args], { cwd: folder });
    expect(code, stderr).to.equal(0);
    return stdout;
  };
  const release = (...args: ReadonlyArray<string>) =>
    runProgram(process.execPath, [script, '--node', process.execPath, ...args], {
      cwd: folder,
      env: { ...process.env, npm_config_registry: registry() },
    });
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const commit = async (subject: string): Promise<void> => {
    await git('add', '.');
    await git('commit', '--quiet', '--message', subject);
  };

  beforeEach(async () => {
    onNpm = undefined;
    folder = await mkdtemp(join(tmpdir(), 'pasarela-release-test-'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await write(file, text);
    }
    await git('init', '--quiet', '--initial-branch', 'main');
    await commit('Begin');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const expectRefusal = async (problem: string, ...args: ReadonlyArray<string>): Promise<void> => {
    const [before, head] = [await git('status', '--porcelain'), await git('rev-parse', 'HEAD')];
    const { code, stdout, stderr } = await release(...args);
    expect(stderr).to.include(problem);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect([await git('status', '--porcelain'), await git('rev-parse', 'HEAD')]).to.deep.equal([
      before,
      head,
    ]);
  };

  it('refuses a wrong command line', async () => {
    for (const args of [[], ['next'], ['1.2.0', '1.3.0'], ['--now', '1.2.0']]) {
      await expectRefusal('usage: npm run release', ...args);
    }
  });

  it('refuses a version that is not higher, in the changelog and in package.json', async () => {
    await expectRefusal('1.1.0 is released already', '1.1.0');
    await write('CHANGELOG.md', changelog.replace('1.1.0', '1.0.0'));
    await commit('Change');
    await expectRefusal('package.json already has the later version 1.1.0', '1.0.9');
  });

  it('names all reasons at once: changes, another branch, no text, and a tag', async () => {
    await write('CHANGELOG.md', changelog.replace('- Refunds.\n\n', ''));
    await commit('Change');
    await git('tag', 'v1.2.0');
    await git('switch', '--quiet', '--create', 'next');
    await write('LICENSE', 'other');
    const { code, stderr } = await release('1.2.0');
    expect(code).to.equal(1);
    for (const problem of [
      'this is the branch next: git switch main',
      'the tree has changes',
      'the tag v1.2.0 exists already',
      'CHANGELOG.md has nothing under "## Unreleased"',
    ]) {
      expect(stderr).to.include(`release: ${problem}`);
    }
  });

  it('refuses a folder without git, and an old Node', async () => {
    await rm(join(folder, '.git'), { recursive: true });
    const manifest = JSON.parse(await read('package.json'));
    await write('package.json', JSON.stringify({ ...manifest, engines: { node: '>=99.1' } }));
    const { code, stderr } = await release('1.2.0');
    expect(code).to.equal(1);
    expect(stderr).to.include('is not a git repository');
    expect(stderr).to.match(/this is Node \S+: use Node 99\.1 or newer/);
    await git('init', '--quiet');
  });

  it('refuses a name that belongs to others on npm, a version that is there, and npm out of reach', async () => {
    const published = (url: string, ...versions: ReadonlyArray<string>) => ({
      name: 'shop',
      'dist-tags': { latest: versions.at(-1) },
      versions: Object.fromEntries(
        versions.map((version) => [version, { name: 'shop', version, repository: { url } }]),
      ),
    });
    onNpm = published('git+https://github.com/eva/other.git', '3.0.0');
    await expectRefusal('the name shop on npm belongs to another project, eva/other', '1.2.0');
    onNpm = published(repository, '1.1.0', '1.2.0');
    await expectRefusal('shop@1.2.0 is on npm already', '1.2.0');
    onNpm = published(repository, '1.2.0');
    await expectRefusal('shop@1.2.0 is on npm already', '1.2.0');
    const env = {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
    };
    const { stderr } = await runProgram(process.execPath, [script, '1.2.0'], { cwd: folder, env });
    expect(stderr).to.include('npm cannot be asked whether the name shop is free');
  });

  it('refuses what differs from origin', async () => {
    const origin = await mkdtemp(join(tmpdir(), 'pasarela-release-origin-'));
    await git('clone', '--quiet', '--bare', '.', origin);
    await git('remote', 'add', 'origin', origin);
    await git('tag', 'v1.2.0');
    await git('push', '--quiet', 'origin', 'v1.2.0');
    await git('tag', '--delete', 'v1.2.0');
    await expectRefusal('the tag v1.2.0 exists at origin already', '1.2.0');
    await write('LICENSE', 'newer');
    await commit('Change');
    await git('push', '--quiet', 'origin', 'main');
    await git('reset', '--quiet', '--hard', 'HEAD~1');
    await expectRefusal('main at origin has commits that are not here', '1.3.0');
    await rm(origin, { recursive: true });
    await expectRefusal('origin cannot be reached', '1.3.0');
    await git('remote', 'set-url', 'origin', 'git@127.0.0.1:eva/other.git');
    await git('config', 'core.sshCommand', 'false');
    await expectRefusal('origin is eva/other, but package.json names ada/shop', '1.3.0');
  });

  it('tries a release, says what would be left, and leaves the tree as it was', async () => {
    const { code, stdout, stderr } = await release('--dry-run', '1.2.0');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.include('shop-1.2.0.tgz').and.include('1 commands of the quick start');
    expect(await git('status', '--porcelain', '--ignored')).to.equal('');
    expect(await read('CHANGELOG.md')).to.equal(changelog);
  });

  it('makes the release, tries the package, and prints the commands that are left', async () => {
    const { code, stdout, stderr } = await release('1.2.0');
    expect(code, stderr).to.equal(0);
    expect(await read('CHANGELOG.md')).to.match(
      /\n## Unreleased\n\n## 1\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Refunds\.\n/,
    );
    expect(await read('package.json')).to.match(/"version": ?"1\.2\.0"/);
    expect(await read('README.md')).to.include('# Shop\n\nRun `npx shop`.\n\n```bash');
    expect(await read('frozen.mjs')).to.equal('freeze\n');
    expect(await git('status', '--porcelain')).to.equal(
      ' M CHANGELOG.md\n M README.md\n M frozen.mjs\n M package.json\n',
    );
    expect((await readdir(folder)).filter((name) => name.endsWith('.tgz'))).to.have.members([
      'shop-0.0.0.tgz',
      'shop-1.2.0.tgz',
    ]);
    for (const command of [
      'git commit -am "Release 1.2.0"',
      'git tag -s v1.2.0',
      'git remote add origin https://github.com/ada/shop.git',
      'npm publish shop-0.0.0.tgz --access public',
      'trust github shop --repo ada/shop --file release.yml --allow-publish',
      'git push --atomic origin main v1.2.0',
    ]) {
      expect(stdout).to.include(command);
    }
    onNpm = undefined;
    await expectRefusal('the tree has changes', '1.3.0');
  });

  it('leaves the tree as it was when the package or its quick start is wrong', async () => {
    const wrong = async (problem: string): Promise<void> => {
      await commit('Change');
      const { code, stderr } = await release('1.2.0');
      expect(code).to.equal(1);
      expect(stderr).to.include(problem).and.include('the tree is as it was');
      expect(await git('status', '--porcelain', '--ignored')).to.equal('');
    };
    await write('README.md', readme.replace('"paid": true', '"paid": false'));
    await wrong('prints something else');
    await write('dist/index.js.map', '{}');
    await wrong('dist/index.js.map does not belong');
    await write('README.md', readme.replace(/<!-- after npm[^]*?-->\n/, ''));
    await wrong('README.md has a "before npm" without its "after npm"');
  });

  it('refuses a Node that does not start', async () => {
    const { stderr } = await release('--node', join(folder, 'no-node'), '1.2.0');
    expect(stderr).to.include('no-node does not start: name another Node with --node');
  });
});
