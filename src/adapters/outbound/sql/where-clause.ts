import type { SqlValue } from './database.js';

/** A condition: what comes before the placeholder, and the value; `undefined` and `null` ask for nothing. */
type Condition = readonly [string, SqlValue | undefined];

/** A `WHERE` of those conditions that ask for something, and the values for it, after `before` others. */
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
