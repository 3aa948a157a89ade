import { inspect } from 'node:util';

/** A value as text in every form in which it could reach a log: hidden properties, causes and stacks too. */
export const written = (value: unknown): string =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    inspect(value, { depth: Number.POSITIVE_INFINITY }),
    JSON.stringify(value),
  ].join('\n');
