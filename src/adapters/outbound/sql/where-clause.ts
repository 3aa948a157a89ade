import type { SqlValue } from './database.js';

/** The part of a condition before its placeholder, and the value. Without a value the condition is left out. */
type Condition = readonly [left: string, value: SqlValue | undefined];

/** A `WHERE` clause of the conditions that have a value. `before`: the values of earlier placeholders. */
export const whereClause = (
  conditions: ReadonlyArray<Condition>,
  before: ReadonlyArray<SqlValue> = [],
): { readonly where: string; readonly values: ReadonlyArray<SqlValue> } => {
  const given = conditions.filter(([, value]) => value !== undefined && value !== null);
  const terms = given.map(([left], index) => `${left} $${before.length + index + 1}`);
  return {
    where: terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`,
    values: [...before, ...given.map(([, value]) => value ?? null)],
  };
};
