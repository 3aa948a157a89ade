import { expect } from 'chai';
import type { KeptFinding } from '../../../src/application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../../src/application/reconciliation/judge-ledger.js';
import { resultPage, shownOnPage } from '../../../src/infrastructure/reconciliation/result-page.js';

const finding: KeptFinding = {
  id: 'charged_twice:1001',
  rule: 'charged_twice',
  severity: 'error',
  order: '1001',
  payment: 'pi_1',
  about: '1001',
  amount: 1999,
  currency: 'eur',
  message: 'two charges',
  advice: 'Give one back.',
  repair: null,
  since: null,
};

const ruleOf = (name: string, findings: number): Reconciliation['rules'][number] => ({
  name,
  explanation: 'It is wrong.',
  advice: 'Give one back.',
  severity: 'error',
  findings,
});

const result: Reconciliation = {
  from: 0,
  to: 86_400,
  orders: 1,
  payments: 1,
  summary: [],
  rules: [ruleOf('charged_twice', 0), ruleOf('wrong_amount', 0)],
  silent: [],
  findings: 0,
  errors: 0,
};

const sums = {
  currency: 'eur',
  charges: 1,
  gross: 1999,
  refunds: 0,
  disputes: 0,
  fees: -55,
  other: 0,
  net: 1944,
  payouts: 0,
  difference: 1944,
} as const;

const pageOf = (
  changes: Partial<Reconciliation>,
  findings: ReadonlyArray<KeptFinding> = [],
  skipped: ReadonlyArray<string> = [],
): string => resultPage({ ...result, ...changes }, () => findings, skipped);

describe('the page of a reconciliation', () => {
  it('has no part about what there is not', () => {
    const page = pageOf({});
    expect(page).to.include('class="verdict passed"');
    for (const part of ['<nav', 'class="rule"', 'In doubt', 'Not compared', '<table']) {
      expect(page).not.to.include(part);
    }
  });

  it('leads to each of several broken rules', () => {
    const rules = [ruleOf('charged_twice', 1), ruleOf('wrong_amount', 2)];
    const page = pageOf({ rules, errors: 3, findings: 3 });
    expect(page).to.include('class="verdict failed"');
    expect(page).to.include(
      '<a href="#charged_twice">charged twice</a> <small>one finding</small>',
    );
    expect(page).to.include('<a href="#wrong_amount">wrong amount</a> <small>two findings</small>');
    expect(pageOf({ rules: rules.slice(1) })).not.to.include('<nav');
  });

  it('has a command only for what can be repaired', () => {
    const rules = [ruleOf('charged_twice', 1)];
    expect(pageOf({ rules }, [finding])).not.to.include('reconcile fix');
    expect(pageOf({ rules }, [{ ...finding, repair: '{}' }])).to.include(
      'pasarela reconcile fix charged_twice:1001<',
    );
  });

  it('says how many findings are elsewhere', () => {
    const more = 'more are in findings.csv';
    expect(pageOf({ rules: [ruleOf('charged_twice', 3)] }, [finding])).to.include(`2 ${more}`);
    expect(pageOf({ rules: [ruleOf('charged_twice', 1)] }, [finding])).not.to.include(more);
  });

  it('has doubts and what was not compared', () => {
    const silent = [{ rule: 'wrong_amount', reason: 'shared', count: 1, example: '<1002>' }];
    const page = pageOf({ silent }, [], ['fees & taxes']);
    expect(page).to.include('<li>wrong amount: one time, shared, such as &#60;1002&#62;</li>');
    expect(page).to.include('<h2>Not compared</h2><ul><li>fees &#38; taxes</li></ul>');
  });

  it('explains the difference, or says that a payout was made by hand', () => {
    const explained = { waiting: 1944, later: 0, earlier: 0, unexplained: 0 };
    const told = pageOf({ summary: [{ ...sums, explained }] });
    expect(told).to.match(/waiting<\/th><td class="number">19\.44 EUR</);
    expect(told).not.to.include('colspan');
    const byHand = pageOf({ summary: [{ ...sums, explained: null }] });
    expect(byHand).to.include('<td colspan="3">a payout was made by hand');
    expect(byHand).not.to.include('waiting');
  });

  it('shows the first findings of each rule', () => {
    const shown = shownOnPage();
    const numbered = Array.from({ length: 201 }, (_, index) => ({ ...finding, id: `${index}` }));
    shown.take(numbered.slice(0, 150));
    shown.take(numbered.slice(150));
    shown.take([{ ...finding, rule: 'wrong_amount' }]);
    expect(shown.of('charged_twice')).to.deep.equal(numbered.slice(0, 200));
    expect(shown.of('wrong_amount')).to.have.length(1);
    expect(shown.of('never_paid_out')).to.deep.equal([]);
  });
});
