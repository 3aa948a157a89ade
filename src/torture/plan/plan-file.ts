import * as E from 'fp-ts/lib/Either.js';
import type { Problems } from '../../application/checked-input.js';
import { isObject, objectFields } from '../../domain/input/json.js';
import { mostOrders, Plan } from './plan.js';

const name = 'plan';

/** Checks a plan, such as `JSON.parse` returns from a replay file. Returns every problem, in one line. */
export const readPlan = (value: unknown): E.Either<string, Plan> => {
  const { version, orders } = objectFields(value);
  if (isObject(value) && version !== 1) {
    return E.left(
      `${name}.version must be 1: the plan is from another version of Pasarela, or not a plan`,
    );
  }
  return Array.isArray(orders) && orders.length > mostOrders
    ? E.left(`${name}.orders has ${orders.length} orders: it can have ${mostOrders}`)
    : E.mapLeft((problems: Problems) => problems.join('; '))(Plan.read(value, name));
};
