import { expect } from 'chai';
import { describeTorture } from '../../../src/torture/report/text-report.js';
import { sampleResult } from '../../support/torture/sample-result.js';

const style = {
  columns: 80,
  paint: (_: string, text: string) => text,
  actions: (rule: string) => [['replay', `pasarela torture --replay ${rule}.json`]] as const,
};

describe('the report as text', () => {
  it('has counts, incidents, what was not tried, and the story of each broken rule, in 80 columns', () => {
    const text = describeTorture(sampleResult(), style);
    expect(text.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
    expect(text).to.equal(`
  20 orders, 3 calls, 2 webhooks and 1 kill in 41.3 s. The seed is 42.

  Incident                      Planned  Happened
  response lost after the work        1         1
  shop killed in a call               1         0
  customer tries again                1         1

  Not tried
  no refunds: the driver has no refund()

  ✗ Charged twice  charged_twice in order 17
    The customer paid more than once for one order.

    two charges of 19.99 EUR (pi_…x7Kd, pi_…9aaB) for one order
    Smallest case: one order, two incidents (found in four runs)
             - the response to the shop's first call is lost
             - a customer without a response tries again with the same key

      0.00 s   the customer paid 19.99 EUR
      0.30 s   the shop called POST /v1/payment_intents with key A: charge of
               19.99 EUR (pi_…x7Kd), but the response was lost
      0.32 s   the customer got no response (HTTP 502)
      0.34 s   the customer tried again, with the same key
      0.35 s   the shop called POST /v1/payment_intents again, with another key
               (B): second charge of 19.99 EUR (pi_…9aaB)
      0.36 s   the webhooks charge.succeeded and payment_intent.succeeded came:
               accepted
      0.37 s   the customer was told "paid"

    processor  two charges of 19.99 EUR (pi_…x7Kd, pi_…9aaB)
    shop       one order: paid, 19.99 EUR
    customer   no response, then told "paid"

    replay     pasarela torture --replay charged_twice.json
    read       https://example.com/docs/torture.md#charged_twice

  One rule is broken, in one order.
`);
  });

  it('writes control characters of the shop out, so that no terminal obeys them', () => {
    const result = sampleResult();
    const broken = result.broken.map((one) => ({
      ...one,
      smallest: null,
      findings: one.findings.map((finding) => ({
        ...finding,
        message: "the shop's order \u001B[2J\u009B7 is open",
      })),
    }));
    expect(describeTorture({ ...result, broken }, style)).to.include(
      String.raw`the shop's order \u001b[2J\u009b7 is open`,
    );
  });

  it('says that nothing was found', () => {
    const text = describeTorture({ ...sampleResult(), passed: true, broken: [], untried: [] });
    expect(text).to.include('No rule is broken in 20 orders.').and.not.include('Not tried');
  });

  it('lists the orders of many findings, and says that it was ended early', () => {
    const result = sampleResult();
    const findings = Array.from({ length: 15 }, (_, order) => ({
      rule: 'charged_twice',
      order: order + 1,
      message: 'two charges',
    }));
    const broken = result.broken.map((one) => ({ ...one, findings, smallest: null }));
    expect(describeTorture({ ...result, complete: false, broken }, style))
      .to.include('charged_twice in 15 orders: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more')
      .and.include('One rule is broken, in 15 orders. It was ended early, before')
      .and.include('What happened to order 1:');
  });

  it('says that a rule about no order was broken', () => {
    const result = sampleResult();
    const broken = result.broken.map((one) => ({
      ...one,
      findings: [{ rule: 'shop_died', order: null, message: 'it ended once' }],
      smallest: null,
    }));
    expect(describeTorture({ ...result, broken }))
      .to.include('charged_twice found')
      .and.include('One rule is broken.');
  });
});
