import { strict as assert } from 'node:assert';
import { checkedOptions } from '../application/checked-input.js';
import type { PaymentProcessor } from '../application/ports/payment-processor.js';
import { accounts } from './areas/accounts.js';
import { cancellations } from './areas/cancellations.js';
import { captures } from './areas/captures.js';
import { cardList } from './areas/card-list.js';
import { cardTokens } from './areas/card-tokens.js';
import { cards } from './areas/cards.js';
import { challenges } from './areas/challenges.js';
import { confirmations } from './areas/confirmations.js';
import { customerList } from './areas/customer-list.js';
import { customers } from './areas/customers.js';
import { cardDeclines } from './areas/declines.js';
import { defaultCards } from './areas/default-cards.js';
import { descriptions } from './areas/descriptions.js';
import { faults } from './areas/faults.js';
import { idempotency } from './areas/idempotency.js';
import { laziness } from './areas/laziness.js';
import { lookUps } from './areas/look-ups.js';
import { passThrough } from './areas/pass-through.js';
import { paymentIntentList } from './areas/payment-intent-list.js';
import { paymentIntents } from './areas/payment-intents.js';
import { refundList } from './areas/refund-list.js';
import { refunds } from './areas/refunds.js';
import { savedCards } from './areas/saved-cards.js';
import { setupIntents } from './areas/setup-intents.js';
import { type Capabilities, capabilitiesOf } from './capabilities.js';
import { checkedProcessor } from './checked-processor.js';
import type { CapabilityName, Clause, Controls, Suite } from './suite.js';
import { globalFramework, type TestFramework } from './test-framework.js';

const areas: ReadonlyArray<(suite: Suite) => void> = [
  customers,
  customerList,
  cardTokens,
  cards,
  defaultCards,
  cardList,
  paymentIntents,
  paymentIntentList,
  confirmations,
  cardDeclines,
  challenges,
  captures,
  cancellations,
  descriptions,
  setupIntents,
  savedCards,
  refunds,
  refundList,
  idempotency,
  faults,
  laziness,
  lookUps,
  passThrough,
  accounts,
];

const bound =
  <P, A>(processor: P, control: ((processor: P, subject: A) => Promise<void> | void) | undefined) =>
  async (subject: A): Promise<void> => {
    assert.ok(control, 'a clause must name each capability that it needs');
    await control(processor, subject);
  };

const controlsOf = <P>(processor: P, capabilities: Capabilities<P>): Controls => ({
  completeChallenge: bound(processor, capabilities.completeChallenge),
  failChallenge: bound(processor, capabilities.failChallenge),
  settleRefund: bound(processor, capabilities.settleRefund),
  injectFault: bound(processor, capabilities.injectFault),
  lookUps: () => capabilities.lookUps?.(processor) ?? {},
  retrieveAccount: () => capabilities.retrieveAccount?.(processor),
});

/**
 * Defines the tests that every implementation of `PaymentProcessor` must pass. They use test cards and magic ids only and do
 * not need an empty processor, so they run against an in-memory processor and against the test mode of a real account,
 * which takes longer than the default timeout of most frameworks.
 *
 * @param name the name of the implementation, used as the title of the suite
 * @param makeProcessor makes a processor for each clause
 * @param capabilities ways in which tests control the processor; clauses that need more are skipped by name
 * @param framework `describe`, `it` and the hooks. Absent: the globals of mocha or vitest. For `node:test`, pass
 * `import * as framework from 'node:test'`
 */
export const describePaymentProcessor = <P extends PaymentProcessor>(
  name: string,
  makeProcessor: () => Promise<P> | P,
  capabilities: Capabilities<P> = {},
  framework: TestFramework = globalFramework(),
): void => {
  const allowed = checkedOptions('describePaymentProcessor', capabilitiesOf<P>(), capabilities);
  const { describe, it, beforeEach, afterEach } = framework;
  let current: P | undefined;

  const run = (body: Clause) => async () => {
    assert.ok(current, 'beforeEach must make a processor');
    await body(checkedProcessor(current), controlsOf(current, allowed));
  };

  const missingOf = (needs: ReadonlyArray<CapabilityName>) =>
    needs.filter((need) => allowed[need] === undefined || allowed[need] === false);

  const suite: Suite = {
    cards: allowed.cards ?? 'sources',
    describe: (area, clauses) => {
      describe(area, clauses);
    },
    it: (clause, body) => {
      it(clause, run(body));
    },
    itWith: (needs, clause, body) => {
      const missing = missingOf(needs);
      if (missing.length === 0) it(clause, run(body));
      else it.skip(`${clause} [needs ${missing.join(', ')}]`, run(body));
    },
  };

  describe(name, () => {
    beforeEach(async () => {
      current = await makeProcessor();
    });
    afterEach(async () => {
      const made = current;
      current = undefined;
      if (made !== undefined) await allowed.close?.(made);
    });
    for (const area of areas) area(suite);
  });
};
