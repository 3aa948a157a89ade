import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input.js';
import type { List } from '../../domain/list.js';
import type { Refund } from '../../domain/refund.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import { page, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

export const ListRefunds = input(
  { payment_intent: PaymentIntentId },
  pageFields('refund', usualLimit),
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
          TE.mapLeft(missingAsNotFound('payment_intent')),
        ),
      ),
    );
