import { checkedOptions } from '../application/checked-input.js';
import type { PaymentProcessor, ProcessorExtras } from '../application/ports/payment-processor.js';
import { portAreas } from './areas.js';
import { type ContractOptions, contractOptions } from './contract-options.js';
import { portExpects } from './profile-facts.js';
import { runAreas } from './run-areas.js';
import { frameworkOf, type TestFramework } from './test-framework.js';

/**
 * Defines the tests that every implementation of `PaymentProcessor` must pass. They do not need an empty processor, so they run
 * against an in-memory processor and against a test account, which takes longer than the default timeout of most frameworks.
 *
 * @param name the name of the implementation, used as the title of the suite
 * @param makeProcessor makes a processor for each clause
 * @param options the features of the processor, test data, and ways in which tests play the customer and control the processor
 * @param framework `describe`, `it` and the hooks. Absent: the globals of mocha or vitest. For `node:test`, pass
 * `import * as framework from 'node:test'`
 */
export const describePaymentProcessor = <P extends Partial<PaymentProcessor> & ProcessorExtras>(
  name: string,
  makeProcessor: () => Promise<P> | P,
  options: ContractOptions<P>,
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describePaymentProcessor', framework);
  const checked = checkedOptions('describePaymentProcessor', contractOptions<P>(), options);
  runAreas(
    { name, makeProcessor, options: checked, framework: used, expected: portExpects },
    portAreas,
  );
};
