import { expect } from 'chai';
import { tortureRules } from '../../../src/torture/judge/torture-rules.js';
import { junitReport } from '../../../src/torture/report/junit-report.js';
import type { TortureResult } from '../../../src/torture/result/torture-result.js';
import { sampleResult } from '../../support/torture/sample-result.js';

const now = new Date('2026-11-23T12:00:41.250Z');

const withMessage = (message: string): TortureResult => {
  const result = sampleResult();
  return {
    ...result,
    broken: result.broken.map((broken) => ({
      ...broken,
      findings: broken.findings.map((finding) => ({ ...finding, message })),
      smallest: null,
    })),
  };
};

/** Reads XML strictly enough to notice a tag that is not closed and a sign that should be escaped. */
const tagsOf = (xml: string): ReadonlyArray<string> => {
  const open: Array<string> = [];
  const seen: Array<string> = [];
  const rest = xml
    .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, '')
    .replaceAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g, (_, end, name, __, alone) => {
      if (end === '/') expect(open.pop()).to.equal(name);
      else {
        seen.push(String(name));
        if (alone !== '/') open.push(String(name));
      }
      return '';
    });
  expect(open).to.deep.equal([]);
  expect(rest).not.to.match(/[<>"']/);
  expect(rest.replaceAll(/&#\d+;/g, '')).not.to.include('&');
  return seen;
};

describe('the report as JUnit XML', () => {
  it('has a test case for each rule, and a failure with the story for a broken one', () => {
    const xml = junitReport(sampleResult(), now);
    const tags = tagsOf(xml);
    expect(tags.filter((tag) => tag === 'testcase')).to.have.length(tortureRules.length);
    expect(tags.filter((tag) => tag === 'failure')).to.have.length(1);
    expect(xml)
      .to.include(`tests="${tortureRules.length}" failures="1" errors="0"`)
      .and.include('timestamp="2026-11-23T12:00:00">')
      .and.include('time="41.250"')
      .and.include('type="charged_twice"')
      .and.include('the response was lost')
      .and.include('<property name="seed" value="42"/>')
      .and.include('no refunds: the driver has no refund()');
  });

  it('has no failure when no rule is broken', () => {
    const tags = tagsOf(
      junitReport({ ...sampleResult(), passed: true, broken: [], untried: [] }, now),
    );
    expect(tags).not.to.include('failure').and.not.to.include('system-out');
  });

  it('has an error when the test ended early', () => {
    const xml = junitReport({ ...sampleResult(), problem: 'orders() got no response' }, now);
    expect(tagsOf(xml).filter((tag) => tag === 'error')).to.have.length(1);
    expect(xml)
      .to.include(`tests="${tortureRules.length + 1}" failures="1" errors="1"`)
      .and.include('<error message="orders() got no response"/>');
    expect(junitReport({ ...sampleResult(), complete: false }, now)).to.include(
      '<error message="the test was ended early"/>',
    );
  });

  it('lists a rule that it does not know', () => {
    const result = sampleResult();
    const broken = result.broken.map((one) => ({ ...one, rule: { ...one.rule, name: 'mine' } }));
    expect(
      tagsOf(junitReport({ ...result, broken }, now)).filter((tag) => tag === 'testcase'),
    ).to.have.length(tortureRules.length + 1);
  });

  it('escapes what a hostile shop says, and leaves out what XML cannot hold', () => {
    const xml = junitReport(withMessage('</failure>\u0000\u001B[2J\uD800 & "quoted"\n]]>'), now);
    tagsOf(xml);
    for (const sign of ['\u0000', '\u001B', '\uD800']) expect(xml).not.to.include(sign);
  });
});
