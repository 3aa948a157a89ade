import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { redact } from '../domain/text/redact.js';

const longest = 500;

const textOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

/** Describes an error in at most 500 characters. Card numbers and secret keys are replaced. */
export const describeCause = (cause: unknown): string =>
  pipe(
    // Any value can be thrown, even one that cannot be converted to text.
    O.tryCatch(() => redact(textOf(cause)).slice(0, longest)),
    O.getOrElse(() => 'an error without a description'),
  );
