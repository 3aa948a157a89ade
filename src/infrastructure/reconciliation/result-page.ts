import { escapeHtml, htmlPage } from '../../adapters/inbound/http/core/html-page.js';
import { packageVersion } from '../../adapters/package-version.js';
import type { KeptFinding } from '../../application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../application/reconciliation/judge-ledger.js';
import { amountText } from '../../domain/money/amount-text.js';
import { countText } from '../../domain/text/words.js';
import { reportStyle } from '../../torture/report/html-style.js';
import { shellWord } from '../../torture/report/wording.js';
import { summaryLines, verdictLine } from './result-text.js';

// More make the page slow: the files beside it have all.
const mostOfRule = 200;

const summaryHtml = ({ summary }: Reconciliation): string =>
  summary
    .map(
      (one) => `<section><h2>${escapeHtml(one.currency.toUpperCase())}</h2>
<table><tbody>${summaryLines(one)
        .map(([name, amount, note]) =>
          name === ''
            ? `<tr><td colspan="3">${escapeHtml(note)}</td></tr>`
            : `<tr><th scope="row">${escapeHtml(name)}</th><td class="number">${escapeHtml(amountText(amount, one.currency))}</td><td class="quiet">${escapeHtml(note)}</td></tr>`,
        )
        .join('\n')}</tbody></table></section>`,
    )
    .join('\n');

const findingHtml = ({ id, message, repair }: KeptFinding): string =>
  `<details><summary>${escapeHtml(message)}</summary><p class="quiet">${escapeHtml(id)}</p>${
    repair === null
      ? ''
      : `<pre><code>pasarela reconcile fix ${escapeHtml(shellWord(id))}</code></pre>`
  }</details>`;

const ruleHtml = (
  { name, explanation, advice, findings: count }: Reconciliation['rules'][number],
  findings: ReadonlyArray<KeptFinding>,
): string => `<section class="rule" id="${escapeHtml(name)}">
<h2>${escapeHtml(name.replaceAll('_', ' '))}</h2>
<p>${escapeHtml(explanation)}</p>
<p><strong>${escapeHtml(advice)}</strong></p>
<h3>${countText(count, 'finding')}</h3>
${findings.map(findingHtml).join('\n')}
${count > findings.length ? `<p class="quiet">${count - findings.length} more are in findings.csv.</p>` : ''}
</section>`;

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}</ul>`;

/** Keeps the findings that a page shows: the first of each rule. */
export const shownOnPage = (): {
  readonly take: (findings: ReadonlyArray<KeptFinding>) => void;
  readonly of: (rule: string) => ReadonlyArray<KeptFinding>;
} => {
  const shown = new Map<string, Array<KeptFinding>>();
  return {
    take: (findings) => {
      for (const finding of findings) {
        const own = shown.get(finding.rule) ?? [];
        if (own.length < mostOfRule) shown.set(finding.rule, [...own, finding]);
      }
    },
    of: (rule) => shown.get(rule) ?? [],
  };
};

/** The result as a page that needs nothing else: no script, no image, no font. */
export const resultPage = (
  result: Reconciliation,
  findingsOf: (rule: string) => ReadonlyArray<KeptFinding>,
  skipped: ReadonlyArray<string>,
): string => {
  const broken = result.rules.filter(({ findings }) => findings > 0);
  const silent = result.silent.map(
    ({ rule, reason, count, example }) =>
      `${rule.replaceAll('_', ' ')}: ${countText(count, 'time')}, ${reason}, such as ${example}`,
  );
  return htmlPage({
    language: 'en',
    title: `${verdictLine(result)} (pasarela reconcile)`,
    style: reportStyle,
    body: `<header>
<h1>Reconciliation</h1>
<p class="verdict ${result.errors === 0 ? 'passed' : 'failed'}">${escapeHtml(verdictLine(result))}</p>
${broken.length < 2 ? '' : `<nav aria-label="Findings"><ul>${broken.map(({ name, findings }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name.replaceAll('_', ' '))}</a> <small>${countText(findings, 'finding')}</small></li>`).join('\n')}</ul></nav>`}
</header>
<main>
${summaryHtml(result)}
${broken.map((rule) => ruleHtml(rule, findingsOf(rule.name))).join('\n')}
${silent.length === 0 ? '' : `<section><h2>In doubt, so nothing was said</h2>${list(silent)}</section>`}
${skipped.length === 0 ? '' : `<section><h2>Not compared</h2>${list(skipped)}</section>`}
</main>
<footer><p>pasarela ${escapeHtml(packageVersion)}</p></footer>`,
  });
};
