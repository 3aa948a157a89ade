import { phraseOf } from '../search/match.js';
import { searchOperation } from '../search/search-operation.js';

/** The customers that match a query, such as `email:"ana@example.com"`. */
export const searchCustomers = searchOperation({
  name: 'searchCustomers',
  path: '/v1/customers/search',
  returns: 'customer',
  table: ({ customers }) => customers,
  resource: 'customers',
  fields: {
    created: { type: 'numeric', of: ({ created }) => created },
    email: { type: 'string', of: ({ email }) => email },
    name: { type: 'string', of: ({ name }) => name },
    phone: { type: 'string', of: ({ phone }) => phone },
  },
  // An email address is one word: a phrase that it contains is all of it.
  select: (_, demanded) => {
    const email = demanded('email');
    return email === undefined ? 'all' : { index: 'email', key: phraseOf(email) };
  },
});
