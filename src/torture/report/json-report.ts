import { countRuns } from '../result/run-counts.js';
import type { SmallestPlan, TortureResult } from '../result/torture-result.js';
import { certificateSummary } from './certificate-text.js';
import { tellStory } from './story.js';

const smallestOf = ({ plan, run, finding, runs }: SmallestPlan): object => ({
  plan,
  runs,
  order: finding.order,
  message: finding.message,
  stories: plan.orders.map((order) => {
    const { lines, endings, incidents } = tellStory(run, order, { details: true });
    return {
      order: order.number,
      incidents: incidents.map(({ text }) => text),
      lines: lines.map(({ at, ...line }) => ({ at_ms: Math.round(at), ...line })),
      endings: endings.map(({ when, ledger }) => ({ when, ...Object.fromEntries(ledger) })),
    };
  }),
});

/**
 * The result as a value for JSON, in the form that docs/torture-reference.md describes. `version` changes when a field goes or changes its
 * meaning, not when one is added.
 */
export const jsonReport = (result: TortureResult): object => {
  const { passed, complete, problem, seed, runs, certificate, broken, untried } = result;
  const { incidents, took, ...counts } = countRuns(runs.map(({ run }) => run));
  return {
    version: 1,
    passed,
    complete,
    problem,
    seed,
    took_ms: Math.round(took),
    ...counts,
    incidents,
    runs: runs.map(({ phase, run }) => ({
      phase,
      orders: run.plan.orders.length,
      took_ms: Math.round(run.took),
    })),
    certificate:
      certificate === null
        ? null
        : { summary: certificateSummary(certificate), cells: certificate.cells },
    untried,
    broken: broken.map(({ rule, findings, also, smallest }) => ({
      rule: rule.name,
      title: rule.title,
      explanation: rule.explanation,
      link: rule.link,
      findings: findings.map(({ order, message }) => ({ order, message })),
      also: also.map((one) => ({ rule: one.rule.name, message: one.finding.message })),
      smallest: smallest === null ? null : smallestOf(smallest),
    })),
  };
};
