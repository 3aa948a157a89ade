import { expect } from 'chai';
import { accessibilityProblems } from './accessibility-problems.js';
import { browserOfRun } from './browser-of-run.js';

const html = (body: string): string =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;

describe('accessibilityProblems', () => {
  it('names the rule, its impact and the element, in frames too, and counts from an impact', async () => {
    const page = await (await browserOfRun()).newPage();
    try {
      await page.setContent(html('<p>Readable</p>'));
      expect(await accessibilityProblems(page)).to.deep.equal([]);

      const pale = '<p id=pale style="color:#ccc;background:#fff">Pale</p>';
      await page.setContent(
        html(`<h4>Too deep</h4><iframe title="Inner" srcdoc='${html(pale)}'></iframe>`),
      );
      await page.frameLocator('iframe').locator('#pale').waitFor();
      const [order = '', contrast = '', ...others] = await accessibilityProblems(page);
      expect(others).to.deep.equal([]);
      expect(order).to.match(/^moderate heading-order: .*\n {2}h4 {2}<h4>Too deep/);
      expect(contrast).to.match(/^serious color-contrast: .*\n {2}#pale .*\n {4}.*contrast of 1\./);
      expect(await accessibilityProblems(page, 'serious')).to.deep.equal([contrast]);
    } finally {
      await page.close();
    }
  });
});
