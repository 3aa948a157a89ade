import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { redact } from '../domain/redact.js';

const longest = 500;

const textOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

/** A failure as a text that can be kept: without what looks like a card number or a key, and not too long. */
export const describeCause = (cause: unknown): string =>
  pipe(
    // Whatever can be thrown comes here, also what has no text.
    O.tryCatch(() => redact(textOf(cause)).slice(0, longest)),
    O.getOrElse(() => 'a failure that cannot be described'),
  );
