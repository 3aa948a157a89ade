import type { JsonSchema } from '../../../../domain/field.js';
import type { Route } from '../route.js';
import type { Example } from './example.js';

type Named = { readonly examples?: JsonSchema };

const keyed = (examples: ReadonlyArray<Example>, value: (example: Example) => unknown): Named =>
  examples.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          examples.map((example) => [
            example.name,
            { summary: example.summary, value: value(example) },
          ]),
        ),
      };

/** The examples of a route on one of its paths; those of its first path where this one has none. */
export const examplesOf = (
  examples: ReadonlyArray<Example>,
  route: Route,
  path: string,
): ReadonlyArray<Example> => {
  const own = examples.filter((example) => example.operation === route.operation);
  const here = own.filter((example) => example.path === path);
  return here.length === 0 ? own.filter((example) => example.path === route.paths[0]) : here;
};

/** Bodies that were sent, by the example's name. */
export const bodyExamples = (examples: ReadonlyArray<Example>): Named =>
  keyed(
    examples.filter((example) => example.body !== undefined),
    (example) => example.body,
  );

/** Answers of one status, by the example's name. */
export const answerExamples = (examples: ReadonlyArray<Example>, status: number): Named =>
  keyed(
    examples.filter((example) => example.status === status),
    (example) => example.answer,
  );
