import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import type { CallOptions } from './ports/payment-processor.js';

/** A use case with its dependencies: from decoded input to its result or one of the known errors. */
export type UseCase<I, A> = (input: I, options?: CallOptions) => TE.TaskEither<PaymentError, A>;
