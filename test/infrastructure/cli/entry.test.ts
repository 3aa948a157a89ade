import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { commandLineOfRun } from '../../support/programs/command-line-of-run.js';

describe('the entry of the command line', () => {
  let script: string;

  before(async () => {
    const text = await readFile(commandLineOfRun(), 'utf8');
    script = text.replace(/^#!.*/, '');
  });

  it('is a script for every Node since 10, and tells an old one what to do', () => {
    for (const version of ['10.24.1', '18.20.8', '20.18.3']) {
      let told = '';
      const write = (words: string) => {
        told += words;
      };
      const process = { versions: { node: version }, stderr: { write }, exitCode: 0 };
      // Parsed as a script: Node 10 knows no modules.
      runInNewContext(script, { process });
      expect([told, process.exitCode]).to.deep.equal([
        `pasarela: Node ${version} is too old: install Node 20.19 or newer, from https://nodejs.org\n`,
        1,
      ]);
    }
  });

  const main = './main.js';
  const cache = '/usr/lib/pasarela/dist/.compile-cache';
  for (const { version, steps } of [
    { version: '20.19.0', steps: [main] },
    { version: '22.7.0', steps: [main] },
    { version: '22.8.0', steps: [cache, main] },
    { version: '24.0.0', steps: [cache, main] },
  ]) {
    it(`on Node ${version}: ${steps.join(', then ')}`, () => {
      const done: Array<string> = [];
      const step = (name: string) => void done.push(name);
      const modules: Readonly<Record<string, object>> = {
        'node:fs': { realpathSync: (path: string) => path.replace('bin', 'lib/pasarela/dist') },
        'node:module': { enableCompileCache: step },
        'node:path': posix,
      };
      const process = {
        argv: ['/usr/bin/node', '/usr/bin/pasarela'],
        versions: { node: version },
        getBuiltinModule: (name: string) => modules[name],
      };
      runInNewContext(script.replace('import(', 'load('), { process, load: step });
      expect(done).to.deep.equal(steps);
    });
  }
});
