import { expect } from 'chai';
import { resultJunit } from '../../../src/infrastructure/reconciliation/result-junit.js';
import { resultPage } from '../../../src/infrastructure/reconciliation/result-page.js';
import { resultText } from '../../../src/infrastructure/reconciliation/result-text.js';

const order = "1'\u001B]0;own\u0007\r\n$(touch own)<script>";

const finding = {
  id: `charged_twice:${order}`,
  rule: 'charged_twice',
  severity: 'error',
  order,
  payment: 'pi_1',
  about: order,
  amount: 1999,
  currency: 'eur',
  message: `two charges for ${order}`,
  advice: 'Give one back.',
  repair: '{}',
} as const;

const result = {
  from: 0,
  to: 86_400,
  orders: 1,
  payments: 2,
  summary: [],
  rules: [
    {
      name: 'charged_twice',
      explanation: 'The customer paid twice.',
      advice: 'Give one back.',
      severity: 'error',
      findings: 1,
    },
  ],
  silent: [{ rule: 'wrong_amount', reason: 'in doubt', count: 1, example: order }],
  findings: 1,
  errors: 1,
} as const;

describe('the result of a reconciliation with a hostile order', () => {
  it('has no control character for a terminal', () => {
    const text = resultText(result, [finding], [], (_, plain) => plain);
    expect(text.replaceAll('\n', '')).not.to.match(/\p{Cc}/u);
    expect(
      text.split(String.raw`1'\u001b]0;own\u0007\u000d\u000a$(touch own)<script>`),
    ).to.have.length(4);
  });

  it('has a command whose argument a shell does not expand', () => {
    const page = resultPage(result, () => [finding], []);
    expect(page).to.include('fix &#39;charged_twice:1&#39;\\&#39;&#39;\u001B');
    expect(page).not.to.include('<script');
  });

  it('counts one finding as such in JUnit XML', () => {
    expect(resultJunit(result, () => [finding])).to.include('message="one finding"');
  });
});
