import { bundleConsole } from './bundle-console.mjs';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
import { copySwaggerUi } from './copy-swagger-ui.mjs';

/** The tests run what `tsc` compiled into build/; the scripts for browsers are put into it. */
export const mochaGlobalSetup = () => {
  bundleStripeJs('build/src/fake-server/stripe-js');
  bundleConsole('build/src/adapters/inbound/http/console');
  copySwaggerUi('build/src/adapters/inbound/http/reference');
};
