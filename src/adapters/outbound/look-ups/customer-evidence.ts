import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CustomerFields, Evidence } from '../../../application/ports/payment-processor.js';
import type { CardId, CustomerId } from '../../../domain/ids.js';
import type { Customer, DeletedCustomer } from '../../../domain/objects/customer.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { searched } from '../../../domain/search-outcome.js';
import { hasField, valueAt } from './has-field.js';
import type { OutcomeReads, Read } from './outcome-reads.js';
import { creationOf, type SentChange } from './sent-change.js';

const created =
  (reads: OutcomeReads) =>
  ({ email }: CustomerFields, sent: SentChange): Read<Evidence<Customer>> =>
    pipe(
      creationOf(reads, sent, {
        list: (page) => reads.listCustomers({ ...page, ...(email === undefined ? {} : { email }) }),
        event: 'customer.created',
        retrieve: (id) =>
          pipe(
            reads.retrieveCustomer(id),
            TE.filterOrElse(
              (found): found is Customer => !('deleted' in found),
              (): ProcessorError => ({
                _tag: 'Unexpected',
                cause: new Error('the customer was deleted'),
              }),
            ),
          ),
      }),
      TE.map(searched.map((customer) => E.right(customer))),
    );

type CustomerUpdate = CustomerFields & {
  readonly customer: CustomerId;
  readonly default_source?: CardId;
};

const has = (customer: Customer, field: string, asked: unknown): boolean =>
  hasField(customer, field, asked) ||
  (field === 'default_source' &&
    valueAt(customer, 'invoice_settings', 'default_payment_method') === asked);

// A customer with other values may have been updated again since.
const updated =
  ({ retrieveCustomer }: OutcomeReads) =>
  ({ customer, ...fields }: CustomerUpdate): Read<Evidence<Customer>> =>
    pipe(
      retrieveCustomer(customer),
      TE.map((found) =>
        !('deleted' in found) &&
        Object.entries(fields).every(([field, asked]) => has(found, field, asked))
          ? searched.found(E.right(found))
          : searched.uncertain,
      ),
    );

const deleted =
  ({ retrieveCustomer }: OutcomeReads) =>
  ({ customer }: { readonly customer: CustomerId }): Read<Evidence<DeletedCustomer>> =>
    pipe(
      retrieveCustomer(customer),
      TE.map((found) => ('deleted' in found ? searched.found(E.right(found)) : searched.absent)),
    );

/** Evidence that a customer was created, updated or deleted. */
export const customerEvidence = { created, updated, deleted };
