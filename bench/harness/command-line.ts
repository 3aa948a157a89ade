import { readFileSync } from 'node:fs';
import * as t from 'io-ts';
import { projectFile } from './start-side.js';

const Package = t.type({ bin: t.type({ pasarela: t.string }) });

/** The file of the command line. The smoke run takes the compiled sources, because it runs before the package is built. */
export const commandLine = (quick: boolean): string => {
  if (quick) return projectFile('build/src/infrastructure/cli/main.js');
  const content: unknown = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
  if (!Package.is(content)) throw new Error('package.json has no command');
  return projectFile(content.bin.pasarela);
};
