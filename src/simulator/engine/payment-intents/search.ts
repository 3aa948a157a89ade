import { searchOperation, selectByCustomer } from '../search/search-operation.js';

/** The payment intents that match a query, such as `metadata["order"]:"6735"`. */
export const searchIntents = searchOperation({
  name: 'searchPaymentIntents',
  path: '/v1/payment_intents/search',
  returns: 'payment_intent',
  table: ({ intents }) => intents,
  resource: 'payment_intents',
  fields: {
    amount: { type: 'numeric', of: ({ amount }) => amount },
    created: { type: 'numeric', of: ({ created }) => created },
    currency: { type: 'token', of: ({ currency }) => currency },
    customer: { type: 'token', of: ({ customer }) => customer },
    status: { type: 'token', of: ({ status }) => status },
  },
  select: selectByCustomer,
});
