import * as E from 'fp-ts/lib/Either.js';
import { isPlainObject } from '../../domain/input/json.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import { readPlan } from '../plan/plan-file.js';
import type { SmallestPlan } from '../result/torture-result.js';

const kind = 'pasarela.torture-replay';
const format = 1;

/** A smallest plan as a file, with the rule that it broke and what was found. Ends with a line feed. */
export const replayText = ({ finding, plan }: SmallestPlan): string =>
  `${JSON.stringify({ object: kind, version: format, rule: finding.rule, message: finding.message, plan }, null, 2)}\n`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The plan of a replay file. Throws a `TortureProblem` that says what is wrong with the file. */
export const readReplay = (path: string, text: string): Plan => {
  const fail = (problem: string): never => {
    throw new TortureProblem(
      `${path}: ${problem}. Pass a replay file that pasarela torture has written`,
    );
  };
  const replay = parsed(text);
  if (replay === undefined) return fail('it is not JSON, or cut short');
  if (!isPlainObject(replay) || replay['object'] !== kind) {
    return fail(`its field object is not "${kind}"`);
  }
  if (replay['version'] !== format) {
    return fail(`this version of Pasarela reads version ${format} of replay files only`);
  }
  const plan = readPlan(replay['plan']);
  return E.isLeft(plan) ? fail(plan.left) : plan.right;
};
