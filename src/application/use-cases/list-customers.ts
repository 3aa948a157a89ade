import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { List } from '../../domain/input/list.js';
import { text } from '../../domain/input/primitives.js';
import type { Customer } from '../../domain/objects/customer.js';
import { page, pageFields } from '../page.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

const usualLimit = 10;

const pages = pageFields('customer', usualLimit);

export const ListCustomers = input(
  {},
  {
    /** How many, 1 to 100. Default: 10. */
    limit: pages.limit,
    /** Id: only those after it, which are older. */
    starting_after: pages.starting_after,
    /** Id: only those before it, which are newer. */
    ending_before: pages.ending_before,
    /** Only customers with exactly this email address. */
    email: text('Only customers with exactly this email address'),
  },
);
export type ListCustomers = InputOf<typeof ListCustomers>;

/** Lists customers, newest first, ten by default. */
export const listCustomers =
  (deps: Pick<PaymentProcessor, 'listCustomers'>): UseCase<ListCustomers, List<Customer>> =>
  (asked) =>
    pipe(
      TE.fromEither(page(usualLimit)(asked)),
      TE.flatMap((wanted) =>
        deps.listCustomers({
          ...wanted,
          ...(asked.email === undefined ? {} : { email: asked.email }),
        }),
      ),
    );
