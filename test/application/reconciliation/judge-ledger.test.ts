import { expect } from 'chai';
import { ledgerRules } from '../../../src/domain/reconciliation/ledger-rules.js';
import { createMonth, plantedKinds } from '../../support/reconciliation/month.js';
import { reconcileMonth } from '../../support/reconciliation/reconcile-month.js';

describe('a month of payments', () => {
  it('agrees where nothing is wrong, to the cent', async () => {
    const month = createMonth(500, 0);
    const { result, found } = await reconcileMonth(month);
    expect(found).to.deep.equal([]);
    expect(result).to.include({ errors: 0, findings: 0, orders: 500, payments: 500 });
    const [euros, ...others] = result.summary;
    expect(others).to.deep.equal([]);
    const { gross, refunds, disputes, fees, payouts } = month.euros;
    const net = gross + refunds + disputes + fees;
    expect(euros).to.deep.include({ ...month.euros, net, difference: net - payouts });
    expect(euros?.explained?.unexplained).to.equal(0);
    expect(euros?.explained?.later).to.be.greaterThan(0);
  });

  it('has a finding for each discrepancy that was planted, and no other', async () => {
    const month = createMonth(600, 2);
    const { result, found } = await reconcileMonth(month);
    expect(found).to.deep.equal(month.planted);
    expect(result.findings).to.equal(2 * plantedKinds.length);
    expect(result.errors).to.equal(2 * (plantedKinds.length - 1));
    expect(result.rules.filter(({ findings }) => findings !== 2)).to.deep.equal([]);
  });

  it('has a discrepancy of every rule', () => {
    expect(ledgerRules.map(({ name }) => name).toSorted()).to.deep.equal(plantedKinds.toSorted());
  });
});
