import { readFileSync } from 'node:fs';
import { compactJson, importedBuiltins, inlinedVersion, usedMetrics } from './bundle-plugins.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** How esbuild bundles the code of the package into a folder. */
export const bundleSettings = (outdir) => ({
  outdir,
  bundle: true,
  // Code of several entry points is in chunks, so that each class and each symbol exists once.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  alias: {
    // Their ES modules: functions that nobody uses are left out, and the others are not copied from object to object.
    'fp-ts/lib': 'fp-ts/es6',
    'io-ts': 'io-ts/es6/index.js',
    // One version for Koa and for `accepts`: the table of media types takes several milliseconds of each start.
    'mime-types': './node_modules/mime-types',
  },
  plugins: [inlinedVersion(version), compactJson, usedMetrics, importedBuiltins],
  metafile: true,
  logLevel: 'warning',
});
