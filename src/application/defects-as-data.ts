import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';

/** Runs a task whose defects, a throw or a rejection, become the error `Unexpected`. */
export const defectsAsData =
  <A>(begin: () => TE.TaskEither<PaymentError, A>): TE.TaskEither<PaymentError, A> =>
  async () => {
    try {
      return await begin()();
    } catch (cause) {
      const unexpected: PaymentError = { _tag: 'Unexpected', cause };
      return TE.left(unexpected)();
    }
  };
