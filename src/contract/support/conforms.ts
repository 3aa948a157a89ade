import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';

/** Asserts that a value fits a codec. The message names paths, never values: they may be secret. */
export const conforms = (what: string, codec: t.Mixed, value: unknown): void => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return;
  const paths = decoded.left.map(
    ({ context }) =>
      `${context.map(({ key }) => key).join('.') || '(itself)'}: ${context.at(-1)?.type.name}`,
  );
  assert.fail(`${what} is not a valid ${codec.name}: these parts are wrong: ${paths.join('; ')}`);
};
