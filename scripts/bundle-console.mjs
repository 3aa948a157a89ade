import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const sources = 'src/simulator/browser/console';

/** Bundles the script and the style of the console into `bundles/` in the folder of the code that reads them. */
export const bundleConsole = (target) => {
  mkdirSync(target, { recursive: true });
  // Moved when complete, because two test runs may bundle at the same time.
  const unfinished = mkdtempSync(join(target, 'bundles-'));
  buildSync({
    entryPoints: [`${sources}/console.ts`, `${sources}/console.css`],
    outdir: unfinished,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    tsconfig: 'src/simulator/browser/tsconfig.json',
  });
  mkdirSync(join(target, 'bundles'), { recursive: true });
  for (const name of ['console.js', 'console.css']) {
    renameSync(join(unfinished, name), join(target, 'bundles', name));
  }
  rmSync(unfinished, { recursive: true });
};
