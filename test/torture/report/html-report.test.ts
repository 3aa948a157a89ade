import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { htmlReport } from '../../../src/torture/report/html-report.js';
import type { TortureResult } from '../../../src/torture/result/torture-result.js';
import { accessibilityProblems } from '../../support/browser/accessibility-problems.js';
import { browserOfRun } from '../../support/browser/browser-of-run.js';
import { sampleResult } from '../../support/torture/sample-result.js';

const replay = (rule: string): string => `npx pasarela torture --replay ${rule}.json`;

const hostile = '<script>document.title = "taken"</script><img src=x onerror=alert(1)>" onload="x';

const hostileResult = (): TortureResult => {
  const result = sampleResult();
  return {
    ...result,
    untried: [hostile],
    broken: result.broken.map((broken) => ({
      ...broken,
      findings: broken.findings.map((finding) => ({ ...finding, message: hostile })),
      smallest: broken.smallest && {
        ...broken.smallest,
        run: {
          ...broken.smallest.run,
          journal: broken.smallest.run.journal.map((entry) =>
            entry.kind === 'answered' ? { ...entry, problem: hostile } : entry,
          ),
        },
      },
    })),
  };
};

describe('the report as a page', () => {
  let page: Page;

  const open = async (result: TortureResult, width: number, scheme: 'light' | 'dark') => {
    const browser = await browserOfRun();
    page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme });
    await page.setContent(htmlReport(result, replay));
  };

  afterEach(() => page.close());

  for (const [width, scheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    it(`tells the story of the smallest plan at ${width} pixels, ${scheme}, and axe finds nothing`, async () => {
      await open(sampleResult(), width, scheme);
      await page.locator('summary').click();
      expect(await page.locator('.timeline').count()).to.equal(2);
      const lines = await page.locator('.timeline').first().locator('li p').allTextContents();
      expect(lines).to.include(
        'the shop called POST /v1/payment_intents again, with another key (B): second charge of 19.99 EUR (pi_…9aaB)',
      );
      expect(await page.locator('pre').textContent()).to.equal(
        'npx pasarela torture --replay charged_twice.json',
      );
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    });
  }

  it('shows what a hostile shop says as text', async () => {
    await open(hostileResult(), 390, 'light');
    expect(await page.title()).to.equal('one broken rule: pasarela torture, seed 42');
    expect(await page.locator('script, img, [onload], [onerror]').count()).to.equal(0);
    expect(await page.locator('body').textContent()).to.include(hostile);
  });

  it('lists the rules when all were kept', async () => {
    await open({ ...sampleResult(), passed: true, broken: [] }, 1280, 'light');
    expect(await page.locator('h2').allTextContents()).to.include('Rules, all kept');
    expect(await page.locator('.verdict').textContent()).to.equal(
      'No rule is broken in 20 orders.',
    );
    expect(await accessibilityProblems(page)).to.deep.equal([]);
  });
});
