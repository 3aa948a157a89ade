import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import { at, textAt } from '../support/json/at.js';
import { runProgram } from '../support/programs/run-program.js';

const manifest: unknown = JSON.parse(await readFile('package.json', 'utf8'));

// A release drops these commands: then npx takes the package from npm.
const block = fencedBlocks(await readFile('README.md', 'utf8')).find(({ text }) =>
  text.startsWith('git clone'),
)?.text;

// Every run of CI is a fresh clone with `npm ci`, which takes a minute and a registry. The build is that of this folder.
describe('the commands of README.md for a clone', () => {
  if (block !== undefined) {
    it('are those of this repository', () => {
      const url = textAt(manifest, 'repository.url').replace(/^git\+(.*)\.git$/, '$1');
      expect(block.trim().split(/\n| && /)).to.deep.equal([
        `git clone ${url}`,
        'cd pasarela',
        'npm ci',
        'npm run build',
        'npx pasarela fake',
      ]);
      expect(at(manifest, 'scripts.build')).to.be.a('string');
    });
  }

  it('have the command line of the clone after its build', async () => {
    const { code, stdout, stderr } = await runProgram('npx', ['pasarela', '--version']);
    expect(code, stderr).to.equal(0);
    expect(stdout.trim()).to.equal(at(manifest, 'version'));
  });
});
