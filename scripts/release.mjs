import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// Prepares a release: `npm run release -- [--dry-run] VERSION`. Publishes nothing. docs/releasing.md describes it.
const args = process.argv.slice(2);
const dryRun = args.includes('--dry-run');
const [version = '', ...others] = args.filter((arg) => arg !== '--dry-run');

const run = (program, ...given) =>
  execFileSync(program, given, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const today = new Date().toISOString().slice(0, 10);

const isNewer = (one, other) => {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const index = a.findIndex((part, position) => part !== b[position]);
  return index !== -1 && a[index] > b[index];
};

// Each heading of a version, and its text.
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, found]) => found);

const problems = () => {
  if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
    return ['usage: npm run release -- [--dry-run] VERSION, for example 1.2.0'];
  }
  const current = read('package.json').version;
  return [
    run('git', 'status', '--porcelain') !== '' && 'the tree has changes: commit or remove them',
    unreleased.trim() === '' && 'CHANGELOG.md has nothing under "## Unreleased"',
    released.some((old) => !isNewer(version, old)) && `${released[0]} is released already`,
    isNewer(current, version) && `package.json already has the later version ${current}`,
    run('git', 'tag', '--list', `v${version}`) !== '' && `the tag v${version} exists already`,
  ].filter(Boolean);
};

const largestMegabytes = 13;
const belongs =
  /^(?:dist\/.+\.(?:js|d\.ts|css|html|png|txt)|dist\/(?:cjs\/package|sbom\.cdx)\.json|dist\/swagger-ui\/\w+|docs\/.+\.(?:md|json|yaml|png|svg)|examples\/.+\.(?:js|mjs|ts|json|md|py|env)|(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|\.env\.example|package\.json)$/;
const needed = [
  'LICENSE',
  'README.md',
  'dist/cjs/index.js',
  'dist/cli.js',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/sbom.cdx.json',
  'dist/third-party-licences.txt',
];

const pack = () => {
  const output = run('npm', 'pack', '--json');
  // The scripts that run before may print lines.
  const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
  const paths = packed.files.map(({ path }) => path);
  const megabytes = packed.unpackedSize / 1e6;
  const wrong = [
    ...paths.filter((path) => !belongs.test(path)).map((path) => `${path} does not belong into it`),
    ...needed.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    ...(megabytes > largestMegabytes ? [`it has more than ${largestMegabytes} MB`] : []),
  ];
  const counts = new Map();
  for (const path of paths) {
    const place = /^[^/]+\//.exec(path)?.[0] ?? path;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  for (const [place, count] of counts)
    console.log(`  ${place}${count > 1 ? ` ${count} files` : ''}`);
  console.log(
    `${packed.filename}: ${paths.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed, ${megabytes.toFixed(1)} MB unpacked`,
  );
  return { file: packed.filename, wrong };
};

const changed = [
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'docs/openapi.json',
  'src/adapters/inbound/http/openapi/examples.json',
  'test/support/stores/previous-release.mjs',
];

const prepare = () => {
  const heading = `## Unreleased\n\n## ${version} (${today})\n`;
  writeFileSync(
    'CHANGELOG.md',
    changelog.replace('## Unreleased\n', () => heading),
  );
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  run('npm', 'run', '--silent', 'openapi');
  run('npm', 'run', '--silent', 'freeze-stores');
  return pack();
};

const next = (file) => `
Next, after a look at git diff and at tar -tf ${file}:

  npm test
  git commit -am "Release ${version}" && git tag -s v${version} -m "Pasarela ${version}"
  git push --follow-tags
  npm publish ${file} --provenance --access public

The last command asks for a run of GitHub Actions or GitLab CI in the public repository that package.json names, with
permission to request an id token (id-token: write), and for a trusted publisher on npm, or a token with two-factor
authentication. Elsewhere npm refuses --provenance. docs/releasing.md says more.`;

const refused = problems();
if (refused.length > 0) {
  for (const problem of refused) console.error(`release: ${problem}`);
  process.exit(1);
}
try {
  const { file, wrong } = prepare();
  for (const problem of wrong) console.error(`release: the package is wrong: ${problem}`);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(next(file));
} finally {
  // The tree was clean.
  if (dryRun) {
    const tracked = run('git', 'ls-files', ...changed)
      .trim()
      .split('\n');
    run('git', 'restore', ...tracked);
    console.log('\nA dry run: the tree is as it was.');
  }
}
