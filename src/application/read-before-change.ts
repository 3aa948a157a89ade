import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorError } from '../domain/payment-error.js';

const asNotDone = (error: ProcessorError): ProcessorError => {
  switch (error._tag) {
    case 'ProcessorUnavailable':
      return { ...error, outcome: 'not_done' };
    case 'ProcessorFailed':
    case 'Unexpected':
      return { _tag: 'ProcessorUnavailable', outcome: 'not_done', cause: error.cause };
    default:
      return error;
  }
};

/** A read of the processor that a change needs first: when it fails, nothing was done, whatever the failure. */
export const readBeforeChange = <A>(
  read: TE.TaskEither<ProcessorError, A>,
): TE.TaskEither<ProcessorError, A> => pipe(read, TE.mapLeft(asNotDone));
