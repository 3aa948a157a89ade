import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PayoutId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { List } from '../../domain/input/list.js';
import { BalanceTransaction } from '../../domain/objects/balance-transaction.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import { page, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

const pages = pageFields('balance_transaction', usualLimit);

export const ListPayoutTransactions = input(
  {
    /** Id of the payout, `po_...`. */
    payout: PayoutId,
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
export type ListPayoutTransactions = InputOf<typeof ListPayoutTransactions>;

/** Lists the balance transactions of an automatic payout, newest first, twenty by default. Its own is one of them. */
export const listPayoutTransactions =
  (
    deps: Pick<PaymentProcessor, 'listBalanceTransactions'>,
  ): UseCase<ListPayoutTransactions, List<BalanceTransaction>> =>
  ({ payout, ...asked }) =>
    pipe(
      TE.fromEither(page(usualLimit)(asked)),
      TE.flatMap((wanted) =>
        pipe(
          deps.listBalanceTransactions({ payout, ...wanted }),
          TE.bimap(missingAsNotFound('payout', payout), knownFields(List(BalanceTransaction))),
        ),
      ),
    );
