import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CheckoutSessionId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { CheckoutSession } from '../../domain/objects/checkout-session.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutCheckoutUrl } from '../without-checkout-url.js';

export const ExpireCheckoutSession = input({
  /** Id of the checkout session, `cs_...`. */
  session: CheckoutSessionId,
});
export type ExpireCheckoutSession = InputOf<typeof ExpireCheckoutSession>;

/** Ends an open checkout session: nobody can pay on its page any more. A complete one is refused. */
export const expireCheckoutSession =
  (
    deps: Pick<PaymentProcessor, 'expireCheckoutSession'>,
  ): UseCase<ExpireCheckoutSession, CheckoutSession> =>
  (named, options) =>
    pipe(
      deps.expireCheckoutSession(named, options),
      TE.bimap(missingAsNotFound('checkout_session'), withoutCheckoutUrl),
    );
