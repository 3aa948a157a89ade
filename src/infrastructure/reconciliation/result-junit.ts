import type { KeptFinding } from '../../application/ports/reconciliation-ledger.js';
import type { Reconciliation } from '../../application/reconciliation/judge-ledger.js';
import { countText } from '../../domain/text/words.js';
import { xmlAttribute, xmlText } from '../../torture/report/junit-report.js';

const className = 'pasarela.reconcile';

/** The result as JUnit XML: a test case for each rule, which fails on findings that are not mere notices. */
export const resultJunit = (
  { rules, from, to }: Reconciliation,
  findingsOf: (rule: string) => ReadonlyArray<KeptFinding>,
): string => {
  const failed = rules.filter(({ severity, findings }) => severity === 'error' && findings > 0);
  const totals = `${xmlAttribute('tests', rules.length)}${xmlAttribute('failures', failed.length)}${xmlAttribute('errors', 0)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttribute('name', 'pasarela reconcile')}${totals}>`,
    `  <testsuite${xmlAttribute('name', `${className} ${new Date(from * 1000).toISOString()} ${new Date(to * 1000).toISOString()}`)}${totals}>`,
    ...rules.map((rule) => {
      const opening = `    <testcase${xmlAttribute('classname', className)}${xmlAttribute('name', rule.name)}${xmlAttribute('time', '0.000')}`;
      if (!failed.includes(rule)) return `${opening}/>`;
      const messages = findingsOf(rule.name).map(({ id, message }) => `${id}: ${message}`);
      return `${opening}><failure${xmlAttribute('message', countText(rule.findings, 'finding'))}${xmlAttribute('type', rule.name)}>${xmlText(messages.join('\n'))}</failure></testcase>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
