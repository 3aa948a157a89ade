import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { commandLineOfRun } from '../../support/programs/command-line-of-run.js';

describe('the entry of the command line', () => {
  it('is a script for every Node since 10, and tells an old one what to do', async () => {
    const text = await readFile(commandLineOfRun(), 'utf8');
    for (const version of ['10.24.1', '18.20.8', '20.18.3']) {
      let told = '';
      const write = (words: string) => {
        told += words;
      };
      const process = { versions: { node: version }, stderr: { write }, exitCode: 0 };
      // Parsed as a script: Node 10 knows no modules.
      runInNewContext(text.replace(/^#!.*/, ''), { process });
      expect([told, process.exitCode]).to.deep.equal([
        `pasarela: Node ${version} is too old: install Node 20.19 or newer, from https://nodejs.org\n`,
        1,
      ]);
    }
  });
});
