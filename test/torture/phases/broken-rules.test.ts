import { expect } from 'chai';
import type { OrderFinding } from '../../../src/torture/judge/finding.js';
import { findBroken } from '../../../src/torture/phases/broken-rules.js';
import { plannedOrder, runOf } from '../../support/torture/sample-result.js';

const run = runOf([plannedOrder(1)], [], []);
const other = runOf([plannedOrder(1)], [], []);

const finding = (rule: string, order: number | null): OrderFinding => ({
  rule,
  order,
  message: `${rule} ${order}`,
});

const told = (...findings: ReadonlyArray<OrderFinding>) =>
  findBroken([{ phase: 'single', run, findings }]).map(({ rule, also }) => [
    rule.name,
    ...also.map((one) => one.rule.name),
  ]);

describe('the broken rules of several runs', () => {
  it('are one finding where the same orders break two rules', () => {
    expect(
      told(
        finding('charged_without_order', 3),
        finding('charged_without_order', 4),
        finding('told_failed_but_paid', 4),
      ),
    ).to.deep.equal([['charged_without_order', 'told_failed_but_paid']]);
  });

  it('are two findings where other orders break them, or few of the same', () => {
    expect(
      told(
        ...[1, 2, 3, 4, 5].map((order) => finding('wrong_amount', order)),
        finding('stuck', 4),
        finding('webhook_refused', 9),
        finding('shop_died', null),
      ),
    ).to.deep.equal([['wrong_amount'], ['stuck'], ['webhook_refused'], ['shop_died']]);
  });

  it('belong to the run that broke them first', () => {
    const runs = findBroken([
      { phase: 'single', run, findings: [finding('stuck', 1)] },
      { phase: 'random', run: other, findings: [finding('stuck', 2), finding('charged_twice', 2)] },
    ]);
    expect(runs.map(({ rule, findings }) => [rule.name, findings.length])).to.deep.equal([
      ['charged_twice', 1],
      ['stuck', 1],
    ]);
    expect(runs.map((one) => one.run)).to.have.ordered.members([other, run]);
  });
});
