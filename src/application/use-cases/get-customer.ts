import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { Customer } from '../../domain/objects/customer.js';
import type { NotFound } from '../../domain/payment-error.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const GetCustomer = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
});
export type GetCustomer = InputOf<typeof GetCustomer>;

const notFound: NotFound = { _tag: 'NotFound', resource: 'customer' };

/** Reads a customer. A deleted customer is `NotFound`, even though the processor still returns it (decision E12). */
export const getCustomer =
  (deps: Pick<PaymentProcessor, 'retrieveCustomer'>): UseCase<GetCustomer, Customer> =>
  ({ customer }) =>
    pipe(
      deps.retrieveCustomer({ customer }),
      T.map(
        E.match(
          (error) => E.left(missingAsNotFound('customer', customer)(error)),
          (found) => ('deleted' in found ? E.left(notFound) : E.right(found)),
        ),
      ),
    );
