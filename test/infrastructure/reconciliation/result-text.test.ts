import { expect } from 'chai';
import type { Reconciliation } from '../../../src/application/reconciliation/judge-ledger.js';
import { resultJunit } from '../../../src/infrastructure/reconciliation/result-junit.js';
import { resultPage } from '../../../src/infrastructure/reconciliation/result-page.js';
import {
  resultText,
  summaryLines,
} from '../../../src/infrastructure/reconciliation/result-text.js';

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
  since: 1,
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
  explained: null,
} as const;

describe('the text of a reconciliation', () => {
  const quiet: Reconciliation = { ...result, silent: [], findings: 0, errors: 0 };
  const painted = (
    changes: Partial<Reconciliation>,
    findings: Parameters<typeof resultText>[1] = [],
    skipped: ReadonlyArray<string> = [],
  ): ReadonlyArray<string> =>
    resultText({ ...quiet, ...changes }, findings, skipped, (color, text) => `${color}(${text})`)
      .split('\n')
      .slice(0, -1);
  const figures = '2 payments and 1 order, from 1970-01-01 to 1970-01-02';
  const notice = { ...finding, severity: 'notice', id: 'n', repair: null } as const;

  const verdicts: ReadonlyArray<readonly [changes: Partial<Reconciliation>, line: string]> = [
    [{}, `green(everything agrees: ${figures})`],
    [{ findings: 2 }, `green(everything agrees, with notices: ${figures})`],
    [{ findings: 2, errors: 1 }, `red(one finding: ${figures})`],
    [{ findings: 2, errors: 2 }, `red(two findings: ${figures})`],
  ];
  for (const [changes, line] of verdicts) {
    it(`ends with ${line}`, () => {
      expect(painted(changes).at(-1)).to.equal(line);
    });
  }

  it('is the verdict alone where there is nothing else', () => {
    expect(painted({})).to.have.length(1);
  });

  it('tells errors from notices, and what can be repaired', () => {
    const lines = painted({ findings: 2 }, [{ ...finding, id: 'e' }, notice]);
    expect(lines[0]).to.equal('red(e)grey(  can be repaired)');
    expect(lines[3]).to.equal('yellow(n)');
    expect(lines[5]).to.equal('  cyan(Give one back.)');
    expect(lines.slice(6, -1)).to.deep.equal(['']);
  });

  for (const [kept, all, rest] of [
    [20, 20, []],
    [21, 21, ['and one more finding in the report']],
    [1, 3, ['and two more findings in the report']],
  ] as const) {
    it(`shows the first of ${all} findings, ${kept} of which are at hand`, () => {
      const lines = painted(
        { findings: all },
        Array.from({ length: kept }, () => notice),
      );
      expect(lines.filter((line) => line === 'yellow(n)')).to.have.length(Math.min(kept, 20));
      expect(lines.filter((line) => line.includes('in the report'))).to.deep.equal(rest);
    });
  }

  it('says why a rule was silent, and what was not compared', () => {
    const silent = [{ rule: 'wrong_amount', reason: 'shared', count: 1, example: '1002' }];
    expect(painted({ silent }, [], ['fees']).slice(0, -1)).to.deep.equal([
      'silent one time: wrong_amount (shared), such as 1002',
      'not compared: fees',
      '',
    ]);
    expect(painted({}, [], ['fees']).slice(0, -1)).to.deep.equal(['not compared: fees', '']);
  });

  it('has the sums of a currency, and a note alone where nothing explains their difference', () => {
    const lines = painted({ summary: [sums] });
    expect(lines[0]).to.equal('bold(EUR)');
    expect(lines[1]).to.match(/^ {2}Gross +19\.99 EUR {2}grey\(one charge\)$/);
    expect(lines).to.include(
      '  a payout was made by hand: the difference is the change of the balance',
    );
  });

  it('names other transactions only where there are some', () => {
    const namesOf = (summary: Parameters<typeof summaryLines>[0]) =>
      summaryLines(summary).map(([name, amount]) => `${name.trim()} ${amount}`);
    expect(namesOf(sums).join()).not.to.include('Other');
    const explained = { waiting: 1, later: 2, earlier: 3, unexplained: 4 };
    expect(namesOf({ ...sums, other: -7, explained })).to.include.members([
      'Other -7',
      'waiting 1',
      'later 2',
      'earlier -3',
      'unexplained 4',
    ]);
  });
});
