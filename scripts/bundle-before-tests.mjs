import { bundleConsole } from './bundle-console.mjs';
import { bundleShop } from './bundle-shop.mjs';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
import { copySwaggerUi } from './copy-swagger-ui.mjs';

// Of the tests' own process only: that of each program which it starts would cost as much time as the program.
delete process.env.NODE_V8_COVERAGE;

/** The tests run what `tsc` compiled into build/; the scripts for browsers are put into it. */
export const mochaGlobalSetup = () => {
  bundleStripeJs('build/src/simulator/pages');
  bundleConsole('build/src/simulator/console');
  bundleShop('build/src/infrastructure/cli');
  copySwaggerUi('build/src/adapters/inbound/http/reference');
};
