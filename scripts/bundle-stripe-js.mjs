import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const names = ['page', 'frame', 'checkout'];
const sources = 'src/simulator/browser/stripe-js';

/**
 * Bundles the stand-in for Stripe.js: classic scripts for the shop's page, for the frames, and for Embedded Checkout. They go
 * into `bundles/` in the folder of the code that reads them.
 */
export const bundleStripeJs = (target) => {
  mkdirSync(target, { recursive: true });
  // Moved when complete, because two test runs may bundle at the same time.
  const unfinished = mkdtempSync(join(target, 'bundles-'));
  buildSync({
    entryPoints: Object.fromEntries(names.map((name) => [name, `${sources}/${name}/main.ts`])),
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
  for (const name of names) {
    renameSync(join(unfinished, `${name}.js`), join(target, 'bundles', `${name}.js`));
  }
  rmSync(unfinished, { recursive: true });
};
