import { foreignText } from '../../domain/text/words.js';
import { tortureRules } from '../judge/torture-rules.js';
import type { MarkedCell } from '../result/certificate.js';
import { countRuns } from '../result/run-counts.js';
import type { BrokenRule, TortureResult } from '../result/torture-result.js';
import { cellName, markText } from './certificate-text.js';
import { incidentTitles } from './describe-incident.js';
import { brokenRuleText } from './text-report.js';

// XML has no way to write most control characters and half surrogates.
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text as the content of an XML element. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(notInXml, '\u{fffd}')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An attribute of an XML element. Readers turn line feeds in it into spaces. */
export const xmlAttribute = (name: string, value: string | number): string =>
  ` ${name}="${xmlText(String(value)).replaceAll(/\s+/g, ' ')}"`;

const failureOf = (broken: BrokenRule): string => {
  const [first] = broken.findings;
  const message = (broken.smallest?.finding ?? first)?.message ?? broken.rule.title;
  // Some systems show only the text, others only the message.
  return `\n      <failure${xmlAttribute('message', message)}${xmlAttribute('type', broken.rule.name)}>${xmlText(brokenRuleText(broken))}</failure>\n    `;
};

const className = 'pasarela.torture';

const cellCase = (cell: MarkedCell): string => {
  const opening = `    <testcase${xmlAttribute('classname', `${className}.certificate`)}${xmlAttribute('name', cellName(cell))}${xmlAttribute('time', '0.000')}`;
  const message = xmlAttribute('message', markText(cell));
  switch (cell.mark) {
    case 'held':
      return `${opening}/>`;
    case 'broke':
      return `${opening}><failure${message}${xmlAttribute('type', cell.rules.join(' '))}/></testcase>`;
    case 'unreached':
      return `${opening}><skipped${message}/></testcase>`;
  }
};

/**
 * The result as JUnit XML: a test case for each rule, as Jenkins, GitLab, GitHub's actions, Azure and CircleCI read it. `now`: when
 * the test ended.
 */
export const junitReport = (result: TortureResult, now: Date): string => {
  const { runs, broken, seed, untried, certificate, complete } = result;
  const problem = result.problem ?? (complete ? null : 'the test was ended early');
  const errors = problem === null ? 0 : 1;
  const counts = countRuns(runs.map(({ run }) => run));
  const seconds = (counts.took / 1000).toFixed(3);
  const start = new Date(now.getTime() - counts.took).toISOString();
  const known = new Set(tortureRules.map(({ name }) => name));
  const cases = [
    ...tortureRules,
    ...broken.map(({ rule }) => rule).filter(({ name }) => !known.has(name)),
  ];
  const properties = [
    ['seed', seed],
    ['orders', counts.orders],
    ['calls', counts.calls],
    ['webhooks', counts.webhooks],
    ['kills', counts.kills],
    ...counts.incidents.map(
      ({ kind, planned, happened }) =>
        [incidentTitles[kind], `${happened} of ${planned} happened`] as const,
    ),
  ] as const;
  const marked = certificate?.cells ?? [];
  const isMark = (mark: MarkedCell['mark']) => marked.filter((cell) => cell.mark === mark).length;
  const totals = `${xmlAttribute('tests', cases.length + marked.length + errors)}${xmlAttribute('failures', broken.length + isMark('broke'))}${xmlAttribute('errors', errors)}`;
  const skipped = xmlAttribute('skipped', isMark('unreached'));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttribute('name', 'pasarela torture')}${totals}${xmlAttribute('time', seconds)}>`,
    `  <testsuite${xmlAttribute('name', `${className} seed ${seed}`)}${totals}${skipped}${xmlAttribute('time', seconds)}${xmlAttribute('timestamp', start.slice(0, 19))}>`,
    '    <properties>',
    ...properties.map(
      ([name, value]) =>
        `      <property${xmlAttribute('name', name)}${xmlAttribute('value', value)}/>`,
    ),
    '    </properties>',
    ...cases.map(({ name, title }) => {
      const found = broken.find(({ rule }) => rule.name === name);
      const opening = `    <testcase${xmlAttribute('classname', className)}${xmlAttribute('name', `${title} (${name})`)}${xmlAttribute('time', found === undefined ? '0.000' : seconds)}`;
      return found === undefined ? `${opening}/>` : `${opening}>${failureOf(found)}</testcase>`;
    }),
    ...marked.map(cellCase),
    ...(problem === null
      ? []
      : [
          `    <testcase${xmlAttribute('classname', className)}${xmlAttribute('name', 'everything is played')}><error${xmlAttribute('message', foreignText(problem))}/></testcase>`,
        ]),
    ...(untried.length === 0
      ? []
      : [`    <system-out>${xmlText(['Not tried:', ...untried].join('\n'))}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
