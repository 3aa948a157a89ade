import type { TestFramework } from '../test-framework.js';

type Body = () => Promise<void>;

/**
 * Defines a clause. If it fails, the error names the rule that the store breaks: the area, the clause, and `rule`, which says what
 * to do where the clause does not.
 */
export type DefineClause = (
  clause: string,
  ...body: readonly [Body] | readonly [rule: string, body: Body]
) => void;

const naming = (rule: string, thrown: unknown): Error => {
  if (!(thrown instanceof Error)) return new Error(rule, { cause: thrown });
  const { message, stack = '' } = thrown;
  const named = `${rule}\n\n${message}`;
  // The same error, so that test frameworks show what was expected.
  return Object.assign(thrown, { message: named, stack: stack.replace(message, () => named) });
};

/** Defines the clauses of an area. */
export const clausesOf =
  (it: TestFramework['it'], area: string): DefineClause =>
  (clause, ...given) => {
    const [body, why] = given.length === 1 ? [given[0], ''] : [given[1], `: ${given[0]}`];
    it(clause, async () => {
      try {
        await body();
      } catch (thrown) {
        throw naming(`the store breaks the rule "${area}: ${clause}"${why}`, thrown);
      }
    });
  };
