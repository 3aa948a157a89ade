import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, pay, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

const words = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence', 'a letter'];

type Case = Pick<Shop, 'engine'> & { readonly charge: string; readonly dispute: string };

const steps = {
  'refund a part': ({ engine, charge }: Case, size: number) =>
    engine.call(engineOperations.createRefund, { charge, amount: size * 100 }),
  'refund the rest': ({ engine, charge }: Case) =>
    engine.call(engineOperations.createRefund, { charge }),
  answer: ({ engine, dispute }: Case, size: number) =>
    ask(engine, engineOperations.updateDispute, {
      dispute,
      evidence: { uncategorized_text: words[size % words.length] ?? '' },
    }),
  settle: ({ engine, dispute }: Case) => engine.control(controls.settleDispute, { dispute }),
  fail: ({ engine, dispute }: Case) => engine.control(controls.failDispute, { dispute }),
  close: ({ engine, dispute }: Case) => engine.call(engineOperations.closeDispute, { dispute }),
  wait: ({ engine }: Case, size: number) => {
    engine.clock.advance(size);
    return E.right(null);
  },
  'wait for weeks': ({ engine }: Case, size: number) => {
    engine.clock.advance(size * 700_000);
    return E.right(null);
  },
} as const;

const isStep = (name: string): name is keyof typeof steps => name in steps;

const isOpen = (status: string): boolean => !['won', 'lost', 'warning_closed'].includes(status);

describe('whatever happens to a disputed charge', () => {
  it('no more is given back than was paid, a dispute closes once, and its events say so', () => {
    const reached = new Set<string>();
    const step = fc.record({
      do: fc.constantFrom(...Object.keys(steps).filter(isStep)),
      size: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('pm_card_createDispute', 'pm_card_createDisputeInquiry'),
        fc.constantFrom('automatic', 'automatic_async'),
        fc.array(step, { maxLength: 12 }),
        (card, capture_method, life) => {
          const { engine, ...shop } = openShop();
          const charge = pay({ engine, ...shop }, card, { capture_method }).latest_charge ?? '';
          const found = () =>
            right(engine.call(engineOperations.retrieveChargeDispute, { charge }));
          const { id: dispute } = found();
          for (const { do: name, size } of life) {
            const before = found().status;
            steps[name]({ engine, charge, dispute }, size);
            const { status } = found();
            reached.add(status);
            if (!isOpen(before)) expect(status).to.equal(before);
            const { data } = right(
              engine.call(engineOperations.listBalanceTransactions, { limit: 100 }),
            );
            const back = data
              .filter(({ type }) => type !== 'charge')
              .reduce((sum, { amount }) => sum - amount, 0);
            expect(back, `${name} after ${before}`).to.be.within(0, 2000);
          }
          const closings = right(
            engine.call(engineOperations.listEvents, { type: 'charge.dispute.closed' }),
          ).data;
          expect(closings).to.have.length(isOpen(found().status) ? 0 : 1);
        },
      ),
      { seed, numRuns: 300 },
    );
    expect([...reached].toSorted()).to.deep.equal([
      'lost',
      'needs_response',
      'under_review',
      'warning_closed',
      'warning_needs_response',
      'warning_under_review',
      'won',
    ]);
  });
});
