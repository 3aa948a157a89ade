import { isPlainObject } from '../../domain/json.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import { isPlan, planProblems } from '../plan/plan-problems.js';
import type { SmallestPlan } from '../result/torture-result.js';

const kind = 'pasarela.torture-replay';
const format = 1;

/** A smallest plan as a file, with the rule that it broke and what was found. Ends with a line feed. */
export const replayText = ({ finding, plan }: SmallestPlan): string =>
  `${JSON.stringify({ object: kind, version: format, rule: finding.rule, message: finding.message, plan }, null, 2)}\n`;

const mostTold = 5;

/** The plan of a replay file. Throws a `TortureProblem` that says what is wrong with the file. */
export const readReplay = (path: string, text: string): Plan => {
  const fail = (problem: string): never => {
    throw new TortureProblem(
      `${path}: ${problem}. Pass a replay file that pasarela torture has written`,
    );
  };
  let replay: unknown;
  try {
    replay = JSON.parse(text);
  } catch {
    return fail('it is not JSON, or cut short');
  }
  if (!isPlainObject(replay) || replay['object'] !== kind) {
    return fail(`its field object is not "${kind}"`);
  }
  if (replay['version'] !== format) {
    return fail(`this Pasarela reads version ${format} of replay files, not this one`);
  }
  const plan = replay['plan'];
  if (isPlan(plan)) return plan;
  const problems = planProblems(plan);
  const more = problems.length > mostTold ? `, and ${problems.length - mostTold} more` : '';
  return fail(`${problems.slice(0, mostTold).join('; ')}${more}`);
};
