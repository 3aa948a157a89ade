import type { JsonSchema } from '../../../../domain/input/field.js';
import { isObject } from '../../../../domain/input/json.js';
import { api } from '../api.js';
import type { Language } from '../core/language.js';
import type { Route } from '../route.js';

/** A recorded request of an operation, and its answer. */
export type Example = {
  /** The operation's name. */
  readonly operation: string;
  /** The path as it is in the route table. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  /** The values of the path's parameters. */
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
};

/** The example with its success told in a language. Failures stay in Spanish, as they were recorded. */
export const answeredIn =
  (language: Language) =>
  (example: Example): Example => {
    const route = Object.values(api).find(({ operation }) => operation === example.operation);
    return route === undefined || example.status >= 300 || !isObject(example.answer)
      ? example
      : { ...example, answer: { ...example.answer, message: route.message[language] } };
  };

type Named = { readonly examples?: JsonSchema };

const isAlias = ({ operation, path }: Example): boolean =>
  Object.values(api).every((route) => route.operation !== operation || route.path !== path);

const keyOf = (example: Example, part: 'request' | 'answer'): string =>
  [example.operation, ...(isAlias(example) ? ['alias'] : []), example.name, part].join('.');

const keyed = (examples: ReadonlyArray<Example>, part: 'request' | 'answer'): Named =>
  examples.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          examples.map((example) => [
            example.name,
            { $ref: `#/components/examples/${keyOf(example, part)}` },
          ]),
        ),
      };

/** The examples of a route on one of its paths; statuses without an example use those of its own path. */
export const examplesOf = (
  examples: ReadonlyArray<Example>,
  route: Route,
  path: string,
): ReadonlyArray<Example> => {
  const own = examples.filter((example) => example.operation === route.operation);
  const here = own.filter((example) => example.path === path);
  const shown = here.map((example) => example.status);
  const elsewhere = own.filter((example) => example.path === route.path);
  return [...here, ...elsewhere.filter((example) => !shown.includes(example.status))];
};

// A refused body is not an example to send; one that a bank declined is.
const isSendable = ({ body, status }: Example): boolean =>
  body !== undefined && (status < 300 || status === 402);

/** The request bodies, by the example's name. */
export const bodyExamples = (examples: ReadonlyArray<Example>): Named =>
  keyed(examples.filter(isSendable), 'request');

/** The answers with a status, by the example's name. */
export const answerExamples = (examples: ReadonlyArray<Example>, status: number): Named =>
  keyed(
    examples.filter((example) => example.status === status),
    'answer',
  );

const described = (example: Example, part: 'request' | 'answer'): [string, JsonSchema] => [
  keyOf(example, part),
  { summary: example.summary, value: part === 'request' ? example.body : example.answer },
];

/** The components that the references to examples point to. */
export const exampleComponents = (examples: ReadonlyArray<Example>): JsonSchema =>
  Object.fromEntries([
    ...examples.filter(isSendable).map((example) => described(example, 'request')),
    ...examples.map((example) => described(example, 'answer')),
  ]);
