import { resolve } from 'node:path';
import { expect } from 'chai';
import { runProgram } from '../support/programs/run-program.js';
import { makeOverlay, type Overlay } from './overlay.js';

const planted = {
  'src/domain/planted-environment.ts': "export const value = process.env['PORT'];\n",
  'src/domain/planted-timer.ts': 'export const value = setTimeout(() => undefined, 1);\n',
  'src/domain/planted-console.ts': "export const value = () => console.log('');\n",
  'src/domain/planted-node.ts': "import * as fs from 'node:fs';\nexport const value = fs;\n",
  'src/application/planted-buffer.ts': "export const value = Buffer.from('');\n",
  'src/application/planted-adapter.ts':
    "import { systemClock } from '../adapters/outbound/system-time.js';\nexport const value = systemClock;\n",
};

describe('the core, compiled without the types of Node', () => {
  let overlay: Overlay;
  let errors: ReadonlyArray<string>;

  before(async () => {
    overlay = await makeOverlay();
    await Promise.all(Object.entries(planted).map(([file, text]) => overlay.plant(file, text)));
    const { stdout } = await runProgram(
      resolve('node_modules/.bin/tsc'),
      ['-p', 'tsconfig.core.json', '--pretty', 'false'],
      { cwd: overlay.directory },
    );
    errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  });

  after(() => overlay.remove());

  for (const [file, text] of Object.entries(planted)) {
    it(`refuses ${text.trim().replace(/\s+/g, ' ')}`, () => {
      expect(errors.filter((line) => line.startsWith(file))).not.to.be.empty;
    });
  }
});
