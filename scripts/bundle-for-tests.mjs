import { mochaGlobalSetup } from './bundle-before-tests.mjs';
import { commandLineForTests } from './command-line-for-tests.mjs';

// Before several runs of tests begin side by side, each of which would otherwise bundle all of this.
await mochaGlobalSetup();
await commandLineForTests();
