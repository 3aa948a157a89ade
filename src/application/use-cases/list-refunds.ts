import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { List } from '../../domain/input/list.js';
import type { Refund } from '../../domain/objects/refund.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import { page, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

const pages = pageFields('refund', usualLimit);

export const ListRefunds = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
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
export type ListRefunds = InputOf<typeof ListRefunds>;

/** Lists the refunds of a payment, newest first, twenty by default. */
export const listRefunds =
  (deps: Pick<PaymentProcessor, 'listRefunds'>): UseCase<ListRefunds, List<Refund>> =>
  ({ payment_intent, ...asked }) =>
    pipe(
      TE.fromEither(page(usualLimit)(asked)),
      TE.flatMap((wanted) =>
        pipe(
          deps.listRefunds({ payment_intent, ...wanted }),
          TE.mapLeft(missingAsNotFound('payment_intent', payment_intent)),
        ),
      ),
    );
