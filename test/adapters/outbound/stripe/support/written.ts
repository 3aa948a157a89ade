import { inspect } from 'node:util';

/** A value as text in every form that could reach a log, with hidden properties, causes and stacks. */
export const written = (value: unknown): string =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    inspect(value, { depth: Number.POSITIVE_INFINITY }),
    JSON.stringify(value),
  ].join('\n');
