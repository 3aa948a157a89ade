import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';

/** Throwing means a defect, an adapter's own included: it ends here, as data like every other error. */
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
