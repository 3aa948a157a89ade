import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CheckoutSessionId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { CheckoutSession } from '../../domain/objects/checkout-session.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutCheckoutUrl } from '../without-checkout-url.js';

export const GetCheckoutSession = input({
  /** Id of the checkout session, `cs_...`. */
  session: CheckoutSessionId,
});
export type GetCheckoutSession = InputOf<typeof GetCheckoutSession>;

/** Reads a checkout session, without its `url` (decision P17). */
export const getCheckoutSession =
  (
    deps: Pick<PaymentProcessor, 'retrieveCheckoutSession'>,
  ): UseCase<GetCheckoutSession, CheckoutSession> =>
  ({ session }) =>
    pipe(
      deps.retrieveCheckoutSession({ session }),
      TE.bimap(missingAsNotFound('checkout_session'), withoutCheckoutUrl),
    );
