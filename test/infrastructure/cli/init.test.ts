import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { runHere } from '../../support/programs/run-here.js';

// test/package/init.test.ts starts the shops.
describe('pasarela init', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'pasarela-init-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('writes a shop into a new folder, and says how to start it', async () => {
    const folder = join(parent, 'My shop');
    const { code, stdout } = await runHere(['init', folder, '--yes']);
    expect([code, await readdir(folder)]).to.deep.equal([
      0,
      ['.env', '.gitignore', 'package.json', 'payments.js', 'server.js', 'shop.test.js'],
    ]);
    expect(stdout).to.include('A shop with express is in ').and.include('npm start');
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(at(manifest, 'name')).to.equal('my-shop');
    // From a clone; an installed package names its version.
    expect(at(manifest, 'dependencies.pasarela')).to.match(/^file:\.\./);
  });

  it('writes nothing into a folder that is not empty', async () => {
    await writeFile(join(parent, 'server.js'), 'mine');
    const { code, stderr } = await runHere(['init', parent, '--yes']);
    expect([code, await readdir(parent)]).to.deep.equal([1, ['server.js']]);
    expect(stderr).to.include('is not empty, and nothing is overwritten: name a new folder');
  });

  it('names the framework that was meant', async () => {
    const { code, stderr } = await runHere(['init', join(parent, 'shop'), '--framework', 'expres']);
    expect(code).to.equal(1);
    expect(stderr).to.include('there is no template for expres (did you mean express?)');
    expect(await readdir(parent)).to.deep.equal([]);
  });
});
