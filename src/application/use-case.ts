import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import type { CallOptions } from './ports/payment-processor.js';

/** What a use case is once it has its dependencies: its decoded input to its result, or to one of the known errors. */
export type UseCase<I, A> = (input: I, options?: CallOptions) => TE.TaskEither<PaymentError, A>;
