import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when this machine cannot install or run a client. */
export class NotAvailable extends Error {}

const run = (program, args, cwd) => {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (error?.code === 'ENOENT') throw new NotAvailable(`this machine has no ${program}`);
  if (error !== undefined) throw error;
  return { good: status === 0, output: `${stdout}${stderr}` };
};

/** The name in `stripe@8`, `@scope/name@1` or `name`. */
const nameOf = (spec) => /^@?[^@]+/.exec(spec)[0];

const npmOptions = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  // The list of clients names all packages that they need.
  '--legacy-peer-deps',
  // `npm run -s` would silence the reason of a failure.
  '--loglevel=error',
];

const installFromNpm = (specs, folder, overrides) => {
  const manifest = join(folder, 'node_modules', nameOf(specs[0]), 'package.json');
  if (!existsSync(manifest)) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
    const { good, output } = run('npm', ['install', ...npmOptions, ...specs], folder);
    if (!good) {
      const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1] ?? 'no code';
      throw new NotAvailable(`npm cannot install ${specs.join(' ')} (${code})`);
    }
  }
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
};

const archivesIn = (folder) => readdirSync(folder).filter((file) => file.endsWith('.deb'));

const unpackFromDebian = (names, folder) => {
  if (archivesIn(folder).length === 0) {
    run('python3', ['--version'], folder);
    const { good, output } = run('apt-get', ['download', ...names], folder);
    if (!good) {
      const reason = /^E: (.*)$/m.exec(output)?.[1] ?? 'no reason';
      throw new NotAvailable(`apt-get cannot download ${names[0]} (${reason})`);
    }
    for (const file of archivesIn(folder)) run('dpkg-deb', ['--extract', file, folder], folder);
  }
  const archive = archivesIn(folder).find((file) => file.startsWith(`${names[0]}_`));
  // python3-stripe_5.0.0-1_all.deb: the last part is Debian's own.
  return archive.split('_')[1].replace(/-[^-]*$/, '');
};

/** Installs a client into a folder, unless it is there. Returns its version. `overrides`: as in a package.json. */
export const install = ({ npm, debian, overrides }, folder) =>
  npm === undefined ? unpackFromDebian(debian, folder) : installFromNpm(npm, folder, overrides);
