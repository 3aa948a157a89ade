import { textAt } from '../../../../support/json/at.js';
import type { Recorder } from './recorder.js';

const ana = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

const unknown = 'cus_unknown';

/** Records the examples of customers, and returns the id of the customer that remains. */
export const recordCustomers = async ({ record, prepare }: Recorder): Promise<string> => {
  const create = { operation: 'createCustomer', status: 201 } as const;
  const first = await record({
    ...create,
    name: 'success',
    summary: 'A customer',
    body: { ...ana, metadata: { crm: '42' } },
  });
  const customer = textAt(first, 'data.id');
  await record({
    ...create,
    name: 'missing',
    summary: 'Required fields are missing',
    body: { email: ana.email },
    status: 400,
  });

  const phone = '+34611111111';
  const update = { operation: 'updateCustomer', status: 200, body: { phone } } as const;
  await record({
    ...update,
    name: 'success',
    summary: 'Only the phone number',
    params: { id: customer },
  });
  await record({
    ...update,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...update,
    name: 'not_found',
    summary: 'An unknown customer',
    params: { id: unknown },
    status: 404,
  });
  const named = { ...update, path: '/api/customers/update' } as const;
  await record({
    ...named,
    name: 'success',
    summary: 'Only the phone number',
    body: { userId: customer, phone },
  });
  await record({
    ...named,
    name: 'missing',
    summary: 'No customer is named',
    status: 400,
  });
  await record({
    ...named,
    name: 'not_found',
    summary: 'An unknown customer',
    body: { userId: unknown, phone },
    status: 404,
  });

  const get = { operation: 'getCustomer', status: 200 } as const;
  await record({ ...get, name: 'success', summary: 'A customer', params: { id: customer } });
  await record({
    ...get,
    name: 'not_found',
    summary: 'An unknown customer',
    params: { id: unknown },
    status: 404,
  });
  await record({
    ...get,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });

  const luis = { email: 'luis@example.com', name: 'Luis Pérez', phone: '+34622222222' };
  const second = await prepare({ ...create, body: luis });
  const list = { operation: 'listCustomers', status: 200 } as const;
  await record({
    ...list,
    name: 'success',
    summary: 'The two newest customers',
    query: { limit: '2' },
  });
  await record({
    ...list,
    name: 'unknown_cursor',
    summary: 'A cursor that does not exist',
    query: { starting_after: unknown },
    status: 400,
  });

  const remove = { operation: 'deleteCustomer', status: 200 } as const;
  const id = textAt(second, 'data.id');
  await record({ ...remove, name: 'success', summary: 'A customer', params: { id } });
  await record({
    ...remove,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...remove,
    name: 'not_found',
    summary: 'A customer who was deleted before',
    params: { id },
    status: 404,
  });
  const third = await prepare({ ...create, body: luis });
  const userId = textAt(third, 'data.id');
  const removeNamed = { ...remove, path: '/api/customers/delete' } as const;
  await record({ ...removeNamed, name: 'success', summary: 'A customer', body: { userId } });
  await record({
    ...removeNamed,
    name: 'missing',
    summary: 'No customer is named',
    body: {},
    status: 400,
  });
  await record({
    ...removeNamed,
    name: 'not_found',
    summary: 'A customer who was deleted before',
    body: { userId },
    status: 404,
  });
  return customer;
};
