import { tortureRules } from '../judge/torture-rules.js';
import type { MarkedCell } from '../result/certificate.js';
import { countRuns } from '../result/run-counts.js';
import type { BrokenRule, TortureResult } from '../result/torture-result.js';
import { markText, rowName } from './certificate-text.js';
import { incidentTitles } from './describe-incident.js';
import { brokenRuleText } from './text-report.js';

// XML has no way to write most control characters and half surrogates.
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const xml = (text: string): string =>
  text
    .replaceAll(notInXml, '\u{fffd}')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Readers turn line feeds of an attribute into spaces.
const attribute = (name: string, value: string | number): string =>
  ` ${name}="${xml(String(value)).replaceAll(/\s+/g, ' ')}"`;

const failureOf = (broken: BrokenRule): string => {
  const [first] = broken.findings;
  const message = (broken.smallest?.finding ?? first)?.message ?? broken.rule.title;
  // Some systems show only the text, others only the message.
  return `\n      <failure${attribute('message', message)}${attribute('type', broken.rule.name)}>${xml(brokenRuleText(broken))}</failure>\n    `;
};

const className = 'pasarela.torture';

const cellCase = (cell: MarkedCell): string => {
  const opening = `    <testcase${attribute('classname', `${className}.certificate`)}${attribute('name', `${rowName(cell)} × ${cell.fault}`)}${attribute('time', '0.000')}`;
  const message = attribute('message', markText(cell));
  switch (cell.mark) {
    case 'held':
      return `${opening}/>`;
    case 'broke':
      return `${opening}><failure${message}${attribute('type', cell.rules.join(' '))}/></testcase>`;
    case 'unreached':
      return `${opening}><skipped${message}/></testcase>`;
  }
};

/**
 * The result as JUnit XML: a test case for each rule, as Jenkins, GitLab, GitHub's actions, Azure and CircleCI read it. `now`: when
 * the test ended.
 */
export const junitReport = (result: TortureResult, now: Date): string => {
  const { runs, broken, seed, untried, certificate } = result;
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
  const totals = `${attribute('tests', cases.length + marked.length)}${attribute('failures', broken.length + isMark('broke'))}${attribute('errors', 0)}`;
  const skipped = attribute('skipped', isMark('unreached'));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attribute('name', 'pasarela torture')}${totals}${attribute('time', seconds)}>`,
    `  <testsuite${attribute('name', `${className} seed ${seed}`)}${totals}${skipped}${attribute('time', seconds)}${attribute('timestamp', start.slice(0, 19))}>`,
    '    <properties>',
    ...properties.map(
      ([name, value]) => `      <property${attribute('name', name)}${attribute('value', value)}/>`,
    ),
    '    </properties>',
    ...cases.map(({ name, title }) => {
      const found = broken.find(({ rule }) => rule.name === name);
      const opening = `    <testcase${attribute('classname', className)}${attribute('name', `${title} (${name})`)}${attribute('time', found === undefined ? '0.000' : seconds)}`;
      return found === undefined ? `${opening}/>` : `${opening}>${failureOf(found)}</testcase>`;
    }),
    ...marked.map(cellCase),
    ...(untried.length === 0
      ? []
      : [`    <system-out>${xml(['Not tried:', ...untried].join('\n'))}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
