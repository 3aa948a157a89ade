import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { List } from '../../domain/input/list.js';
import { Payout } from '../../domain/objects/payout.js';
import { createdFields, ledgerPage, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 20;

const pages = pageFields('payout', usualLimit);

export const ListPayouts = input(
  {},
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
  },
);
export type ListPayouts = InputOf<typeof ListPayouts>;

/** Lists the payouts, newest first, twenty by default. */
export const listPayouts =
  (deps: Pick<PaymentProcessor, 'listPayouts'>): UseCase<ListPayouts, List<Payout>> =>
  (asked) =>
    pipe(
      TE.fromEither(ledgerPage(usualLimit)(asked)),
      TE.flatMap((wanted) => deps.listPayouts(wanted)),
      TE.map(knownFields(List(Payout))),
    );
