import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';

/** Whether a value has its codec's shape. The message names paths, never values: these may be secret. */
export const conforms = (what: string, codec: t.Mixed, value: unknown): void => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return;
  const paths = decoded.left.map(
    ({ context }) =>
      `${context.map(({ key }) => key).join('.') || '(itself)'}: ${context.at(-1)?.type.name}`,
  );
  assert.fail(`${what} must be a ${codec.name}, but these parts are not: ${paths.join('; ')}`);
};
