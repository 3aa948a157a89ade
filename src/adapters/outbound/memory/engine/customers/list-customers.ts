import { operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { listPage } from '../store/list-page.js';

/** A page of the customers, or of those with an email. */
export const listCustomers = operation({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  returns: 'customer',
  list: true,
  params: shape({}, { ...createdPageParams, email: text, ...notSimulated('test_clock') }),
  run: (call) => (params) =>
    listPage({
      table: call.state.customers,
      selection: params.email === undefined ? 'all' : { index: 'email', key: params.email },
      resource: 'customer',
      url: '/v1/customers',
      page: params,
    }),
});
