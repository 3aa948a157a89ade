import * as E from 'fp-ts/lib/Either.js';
import type { Refusal } from '../../../src/domain/refusal.js';

/** A decoded amount with its refusal, but without how the amount was understood. */
export const withoutReading = <A>(decoded: E.Either<Refusal, A>): E.Either<unknown, A> =>
  E.isLeft(decoded) && 'read' in decoded.left
    ? E.left(Object.fromEntries(Object.entries(decoded.left).filter(([name]) => name !== 'read')))
    : decoded;
