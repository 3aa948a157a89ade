import type { StripeProcessorOptions } from '../../../src/adapters/outbound/stripe/options.js';
import { createStripeProcessor } from '../../../src/adapters/outbound/stripe/processor.js';
import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../src/application/ports/payment-processor.js';
import type { FakeServer } from '../../../src/fake-server.js';
import type { MemoryControls } from '../../../src/simulator/controls/memory-controls.js';

/** A processor over HTTP, with the controls of the account behind it. */
export type StripeAccount = PaymentProcessor &
  ProcessorExtras & { readonly controls: MemoryControls };

/** Adapters of Stripe that talk to the server, each with its own account. `url`: the server's address. */
export const stripeAccounts = (
  server: () => Pick<FakeServer, 'account'>,
  url: () => string,
  options: Pick<StripeProcessorOptions, 'apiVersion' | 'cards' | 'maxRetries'> = {},
): (() => StripeAccount) => {
  // One server for several suites, each with its own accounts.
  const prefix = [options.apiVersion, options.cards].join('').replaceAll(/\W/g, '');
  let made = 0;
  return () => {
    made += 1;
    const secretKey = ['sk', 'test', `${prefix}shop${made}`].join('_');
    const { controls } = server().account(secretKey).processor;
    const reached = { secretKey, baseUrl: url(), retryDelayMs: 0 };
    return { ...createStripeProcessor({ ...reached, ...options }), controls };
  };
};
