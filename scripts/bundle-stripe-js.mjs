import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const sources = 'src/simulator/browser/stripe-js';

/**
 * Bundles the stand-in for Stripe.js: one classic script for the shop's page, one for the frames. They go into
 * `bundles/` in the folder of the code that reads them.
 */
export const bundleStripeJs = (target) => {
  mkdirSync(target, { recursive: true });
  // Moved when complete, because two test runs may bundle at the same time.
  const unfinished = mkdtempSync(join(target, 'bundles-'));
  buildSync({
    entryPoints: { page: `${sources}/page/main.ts`, frame: `${sources}/frame/main.ts` },
    outdir: unfinished,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    // The server replaces it by its address when it sends the script.
    define: { SERVER: '"{{server}}"' },
    charset: 'utf8',
    tsconfig: 'src/simulator/browser/tsconfig.json',
    banner: { js: "/* Pasarela's stand-in for Stripe.js. Not Stripe's code. */" },
  });
  mkdirSync(join(target, 'bundles'), { recursive: true });
  for (const name of ['page.js', 'frame.js']) {
    renameSync(join(unfinished, name), join(target, 'bundles', name));
  }
  rmSync(unfinished, { recursive: true });
};
