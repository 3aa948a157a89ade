import { bundleStripeJs } from './bundle-stripe-js.mjs';

/** The tests run what `tsc` compiled into build/; the scripts for browsers are bundled into it. */
export const mochaGlobalSetup = () => bundleStripeJs('build/src/fake-server/stripe-js');
