import type * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../../../domain/payment-error.js';

/** What became of a call that was in doubt: its result, or the error that it ended in. `none`: still unknown. */
export type Settlement<A> = O.Option<E.Either<ProcessorError, A>>;

/** Finds out what became of a call. A failure on the way leaves it unknown. */
export type LookUp<A> = TE.TaskEither<unknown, Settlement<A>>;
