import { createHash } from 'node:crypto';
import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import { packageVersion } from '../../adapters/package-version.js';
import { countText } from '../../domain/text/words.js';
import { tortureRules } from '../judge/torture-rules.js';
import type { Certificate } from '../result/certificate.js';
import { countRuns } from '../result/run-counts.js';
import type { BrokenRule, TortureResult } from '../result/torture-result.js';
import {
  certificateRows,
  certificateSummary,
  columnName,
  markSigns,
  markText,
} from './certificate-text.js';
import { incidentTitles } from './describe-incident.js';
import { reportStyle } from './html-style.js';
import { timelineHtml } from './html-timeline.js';
import { tellStory } from './story.js';
import { verdictText } from './text-report.js';
import { tellFailure } from './told-failure.js';
import { durationText, shortIds } from './wording.js';

/** How a reader runs the smallest plan of a rule again: a command to copy. */
type ReplayCommand = (rule: string) => string;

// More make the page slow, and nobody reads them.
const mostTimelines = 20;

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

const toldHtml = (broken: BrokenRule, replay: ReplayCommand): ReadonlyArray<string> => {
  const told = tellFailure(broken);
  if (told === null) return [];
  const { title, message, stories } = told;
  return [
    `<h3>${escapeHtml(title)}</h3>`,
    `<p class="finding">${escapeHtml(shortIds(message))}</p>`,
    ...stories.map((story) => {
      const { number } = story.order;
      return `${stories.length === 1 ? '' : `<h4>Order ${number}</h4>`}${timelineHtml(story, `What happened to order ${number}`)}`;
    }),
    ...(broken.smallest === null
      ? []
      : [
          `<h3>Run it again</h3>
<pre><code>${escapeHtml(replay(broken.rule.name))}</code></pre>
<p class="quiet">The test file next to this page does the same.</p>`,
        ]),
  ];
};

const findingHtml = (
  { run }: BrokenRule,
  { order: number, message }: BrokenRule['findings'][number],
  isShown: boolean,
): string => {
  const order = run.plan.orders.find((one) => one.number === number);
  const title = `${number === null ? '' : `Order ${number}: `}${escapeHtml(shortIds(message))}`;
  return order === undefined || !isShown
    ? `<p>${title}</p>`
    : `<details><summary>${title}</summary>${timelineHtml(
        tellStory(run, order, { details: true }),
        `What happened to order ${order.number} in the whole run`,
      )}</details>`;
};

const ruleHtml = (broken: BrokenRule, replay: ReplayCommand): string => {
  const { rule, findings, also } = broken;
  return `<section class="rule" id="${escapeHtml(rule.name)}">
<h2>${escapeHtml(rule.title)}</h2>
<p>${escapeHtml(rule.explanation)} <a href="${escapeHtml(rule.link)}">What to do about it</a></p>
${also.map((one) => `<p>For the same reason <a href="${escapeHtml(one.rule.link)}">${escapeHtml(one.rule.title)}</a>: ${escapeHtml(shortIds(one.finding.message))}</p>`).join('\n')}
${toldHtml(broken, replay).join('\n')}
<h3>In the whole run: ${countText(findings.length, 'finding')}</h3>
${findings.map((finding, at) => findingHtml(broken, finding, at < mostTimelines)).join('\n')}
</section>`;
};

const countsHtml = (result: TortureResult): string => {
  const counts = countRuns(result.runs.map(({ run }) => run));
  return `<ul class="counts">${[
    [counts.orders, 'orders'],
    [counts.calls, 'calls to the processor'],
    [counts.webhooks, 'webhooks'],
    [counts.kills, 'kills of the shop'],
    [durationText(counts.took), 'took the runs'],
    [result.seed, 'seed'],
  ]
    .map(([value, name]) => `<li><b>${value}</b>${name}</li>`)
    .join('\n')}</ul>`;
};

const incidentsHtml = (result: TortureResult): string => {
  const rows = countRuns(result.runs.map(({ run }) => run)).incidents.map(
    ({ kind, planned, happened }) =>
      `<tr><th scope="row">${incidentTitles[kind]}</th><td class="number">${planned}</td><td class="number">${happened}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<section><h2>What was done to the shop</h2>
<table><thead><tr><th scope="col">Incident</th><th scope="col" class="number">Planned</th><th scope="col" class="number">Happened</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<p class="quiet">An incident that did not happen found no call or webhook to happen to.</p></section>`;
};

const certificateHtml = (certificate: Certificate): string => {
  const rows = certificateRows(certificate).map(([row, cells]) => {
    const open = cells.filter(({ mark }) => mark !== 'held');
    const held = cells.filter(({ mark }) => mark === 'held');
    const marks = [
      ...(held.length === 0
        ? []
        : [
            `<li>${markSigns.held} ${held.map((cell) => escapeHtml(columnName(cell))).join(', ')}</li>`,
          ]),
      ...open.map(
        (cell) =>
          `<li>${markSigns[cell.mark]} ${escapeHtml(columnName(cell))}: ${escapeHtml(markText(cell))}</li>`,
      ),
    ];
    return `<tr><th scope="row">${escapeHtml(row)}</th><td><ul>${marks.join('')}</ul></td></tr>`;
  });
  return `<section id="certificate"><h2>Certificate</h2>
<p>${escapeHtml(certificateSummary(certificate))}</p>
<table><thead><tr><th scope="col">Message</th><th scope="col">Faults</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>`;
};

/** The result as a page that needs nothing else: no script, no image, no font. */
export const htmlReport = (result: TortureResult, replay: ReplayCommand): string => {
  const { broken, passed, untried, seed } = result;
  const names = new Set(broken.map(({ rule }) => rule.name));
  const kept = tortureRules.filter(({ name }) => !names.has(name));
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(reportStyle).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${passed ? 'Passed' : countText(broken.length, 'broken rule')}: pasarela torture, seed ${seed}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>Torture test of a checkout</h1>
<p class="verdict ${passed ? 'passed' : 'failed'}">${escapeHtml(verdictText(result))}</p>
${broken.length < 2 ? '' : `<nav aria-label="Broken rules">${list(broken.map(({ rule, findings }) => `<a href="#${escapeHtml(rule.name)}">${escapeHtml(rule.title)}</a> <small>${countText(findings.length, 'finding')}</small>`))}</nav>`}
${countsHtml(result)}
</header>
<main>
${broken.map((rule) => ruleHtml(rule, replay)).join('\n')}
${result.certificate === null ? '' : certificateHtml(result.certificate)}
${incidentsHtml(result)}
${untried.length === 0 ? '' : `<section><h2>Not tried</h2>${list(untried.map(escapeHtml))}</section>`}
${kept.length === 0 ? '' : `<section><h2>${passed ? 'Rules, all kept' : 'Rules that were kept'}</h2>${list(kept.map(({ title, link }) => `<a href="${escapeHtml(link)}">${escapeHtml(title)}</a>`))}</section>`}
</main>
<footer><p>pasarela ${escapeHtml(packageVersion)}</p></footer>
</body>
</html>
`;
};
