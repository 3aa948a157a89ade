import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Checks docs/openapi.json with the linters and the client generators that people use, at exact versions. They are larger
// than the project, so npx loads them; needs a package registry.
const document = resolve('docs/openapi.json');
const directory = mkdtempSync(join(tmpdir(), 'pasarela-openapi-'));
const ruleset = join(directory, 'spectral.json');
writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));

const checks = {
  Redocly: ['@redocly/cli@2.77.0', 'redocly', 'lint', document],
  Spectral: [
    '@stoplight/spectral-cli@6.16.3',
    'spectral',
    'lint',
    '--fail-severity=hint',
    '--ruleset',
    ruleset,
    document,
  ],
  'openapi-typescript': [
    'openapi-typescript@7.13.0',
    'openapi-typescript',
    document,
    '--output',
    join(directory, 'types.ts'),
  ],
  Orval: ['orval@8.38.0', 'orval', '--input', document, '--output', join(directory, 'orval.ts')],
};

const failed = [];
for (const [name, [item, program, ...args]] of Object.entries(checks)) {
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['--yes', `--package=${item}`, '--', program, ...args],
    { cwd: directory, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  const output = `${stdout}${stderr}`;
  // Redocly ends with 0 despite warnings.
  const good = status === 0 && !/You have \d+ warning/.test(output);
  console.log(`${good ? 'ok    ' : 'FAILED'}  ${name} (${item})`);
  if (!good) failed.push(`\n${name}:\n${output}`);
}

// Both are generated from the same document.
const types = failed.length === 0 ? readFileSync(join(directory, 'types.ts'), 'utf8') : '';
const { paths } = JSON.parse(readFileSync(document, 'utf8'));
const names = Object.values(paths)
  .flatMap(Object.values)
  .map(({ operationId }) => operationId);
const missing = names.filter((name) => !types.includes(`${name}:`));
if (failed.length === 0 && missing.length > 0) failed.push(`no types for ${missing.join(', ')}`);

rmSync(directory, { recursive: true });
console.log(failed.join('\n'));
process.exitCode = failed.length > 0 ? 1 : 0;
