import type { JsonSchema } from '../../../../domain/field.js';
import { api } from '../api.js';
import type { Route } from '../route.js';

/** A request of an operation, and what the service answered it. */
export type Example = {
  /** The operation's name. */
  readonly operation: string;
  /** The path as the route table writes it. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  /** What stands for the path's parameters. */
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
};

type Named = { readonly examples?: JsonSchema };

const isAlias = ({ operation, path }: Example): boolean =>
  Object.values(api).every((route) => route.operation !== operation || route.paths[0] !== path);

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

/** The examples of a route on one of its paths; what this one does not show, its first path does. */
export const examplesOf = (
  examples: ReadonlyArray<Example>,
  route: Route,
  path: string,
): ReadonlyArray<Example> => {
  const own = examples.filter((example) => example.operation === route.operation);
  const here = own.filter((example) => example.path === path);
  const shown = here.map((example) => example.status);
  const elsewhere = own.filter((example) => example.path === route.paths[0]);
  return [...here, ...elsewhere.filter((example) => !shown.includes(example.status))];
};

// What is refused as it stands is no example of what to send; what a bank declines is.
const isSendable = ({ body, status }: Example): boolean =>
  body !== undefined && (status < 300 || status === 402);

/** Bodies to send, by the example's name. */
export const bodyExamples = (examples: ReadonlyArray<Example>): Named =>
  keyed(examples.filter(isSendable), 'request');

/** Answers of one status, by the example's name. */
export const answerExamples = (examples: ReadonlyArray<Example>, status: number): Named =>
  keyed(
    examples.filter((example) => example.status === status),
    'answer',
  );

const described = (example: Example, part: 'request' | 'answer'): [string, JsonSchema] => [
  keyOf(example, part),
  { summary: example.summary, value: part === 'request' ? example.body : example.answer },
];

/** What the references of the examples lead to. */
export const exampleComponents = (examples: ReadonlyArray<Example>): JsonSchema =>
  Object.fromEntries([
    ...examples.filter(isSendable).map((example) => described(example, 'request')),
    ...examples.map((example) => described(example, 'answer')),
  ]);
