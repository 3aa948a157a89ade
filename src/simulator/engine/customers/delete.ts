import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { toDeletedCustomer } from '../objects/customer.js';
import { deepFreeze } from '../objects/json.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { detachInstrument } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';

/** Deletes a customer with its cards; its payments stay. */
export const deleteCustomer = operation({
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape({ customer: textParam }),
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer),
      E.map((customer) => {
        const { instruments, customers, deletedCustomers } = context.state;
        const owned = [...instruments.newestFirst({ index: 'customer', key: customer.id })];
        for (const instrument of owned) detachInstrument(context, instrument);
        const place = customers.sequenceOf(customer.id);
        const deleted = deepFreeze({
          id: customer.id,
          ...(place === undefined ? {} : { place }),
        });
        customers.remove(customer.id);
        deletedCustomers.put(deleted);
        context.emit('customer.deleted', customer);
        return toDeletedCustomer(deleted);
      }),
    ),
});
