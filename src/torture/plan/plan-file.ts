import * as E from 'fp-ts/lib/Either.js';
import { isObject, objectFields } from '../../domain/json.js';
import { mostOrders, Plan } from './plan.js';

const name = 'plan';

const problemsOfPlan = (value: unknown): ReadonlyArray<string> => {
  const { version, orders } = objectFields(value);
  if (isObject(value) && version !== 1) {
    return [
      `${name}.version must be 1: the plan is from another version of Pasarela, or not a plan`,
    ];
  }
  return Array.isArray(orders) && orders.length > mostOrders
    ? [`${name}.orders has ${orders.length} orders: it can have ${mostOrders}`]
    : Plan.problems(value, name);
};

/** Checks a plan, such as `JSON.parse` returns from a replay file. Returns every problem, in one line. */
export const readPlan = (value: unknown): E.Either<string, Plan> => {
  const problems = problemsOfPlan(value);
  return problems.length === 0 && Plan.is(value) ? E.right(value) : E.left(problems.join('; '));
};
