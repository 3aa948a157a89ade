import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import type { List } from '../../domain/list.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import { page, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

const usualLimit = 20;

const pages = pageFields('payment_intent', usualLimit);

export const ListPayments = input(
  {
    /** Id of the customer, `cus_...`. */
    customer: CustomerId,
  },
  {
    /** How many, 1 to 100. Default: 20. */
    limit: pages.limit,
    /** Id: only those after it, which are older. */
    starting_after: pages.starting_after,
    /** Id: only those before it, which are newer. */
    ending_before: pages.ending_before,
  },
);
export type ListPayments = InputOf<typeof ListPayments>;

/** Lists a customer's payment intents, newest first, twenty by default, without their `client_secret` (decision P8). */
export const listPayments =
  (
    deps: Pick<PaymentProcessor, 'listPaymentIntents'>,
  ): UseCase<ListPayments, List<PaymentIntent>> =>
  ({ customer, ...asked }) =>
    pipe(
      page(usualLimit)(asked),
      E.matchW(TE.left, (wanted) =>
        pipe(deps.listPaymentIntents({ customer, ...wanted }), TE.map(withoutClientSecret)),
      ),
    );
