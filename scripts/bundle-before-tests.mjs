import { writeFileSync } from 'node:fs';
import { isRecent } from './is-recent.mjs';

// Of the tests' own process only: that of each program which it starts would cost as much time as the program.
delete process.env.NODE_V8_COVERAGE;

const sources = [
  'src/simulator/browser',
  'examples/shop',
  'scripts',
  'biome.json',
  'package-lock.json',
];
// In the folder that it tells about: both are deleted together.
const stamp = 'build/src/bundled';

/**
 * The tests run what `tsc` compiled into build/; the scripts for browsers are put into it. Not again for each run of tests:
 * that would take longer than many suites.
 */
export const mochaGlobalSetup = async () => {
  if (isRecent(stamp, sources)) return;
  const [{ bundleConsole }, { bundleShop }, { bundleStripeJs }, { copySwaggerUi }] =
    await Promise.all([
      import('./bundle-console.mjs'),
      import('./bundle-shop.mjs'),
      import('./bundle-stripe-js.mjs'),
      import('./copy-swagger-ui.mjs'),
    ]);
  bundleStripeJs('build/src/simulator/pages');
  bundleConsole('build/src/simulator/console');
  bundleShop('build/src/infrastructure/cli');
  copySwaggerUi('build/src/adapters/inbound/http/reference');
  writeFileSync(stamp, '');
};
