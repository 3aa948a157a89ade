import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId, PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { List } from '../../domain/input/list.js';
import { oneOf } from '../../domain/input/primitives.js';
import { type PaymentIntent, paymentIntentStatuses } from '../../domain/objects/payment-intent.js';
import { matchingPage } from '../matching-page.js';
import { createdFields, ledgerPage, pageFields } from '../page.js';
import type { LedgerPage, PaymentProcessor } from '../ports/payment-processor.js';
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
    /** Unix seconds: only those created then or later. */
    created_from: createdFields.created_from,
    /** Unix seconds: only those created before then. */
    created_to: createdFields.created_to,
    /** Only those with this status. */
    status: oneOf(paymentIntentStatuses, 'Only payments with this status'),
  },
);
export type ListPayments = InputOf<typeof ListPayments>;

/** Lists a customer's payment intents, newest first, twenty by default, without their `client_secret` (decision P8). */
export const listPayments =
  (
    deps: Pick<PaymentProcessor, 'listPaymentIntents'>,
  ): UseCase<ListPayments, List<PaymentIntent>> =>
  ({ customer, status, ...asked }) => {
    const list = (wanted: LedgerPage<PaymentIntentId>) =>
      deps.listPaymentIntents({ customer, ...wanted });
    // The processor cannot choose by status.
    const listed =
      status === undefined
        ? list
        : matchingPage(list, PaymentIntentId, (intent) => intent.status === status);
    return pipe(
      ledgerPage(usualLimit)(asked),
      E.matchW(TE.left, (wanted) => pipe(listed(wanted), TE.map(withoutClientSecret))),
    );
  };
