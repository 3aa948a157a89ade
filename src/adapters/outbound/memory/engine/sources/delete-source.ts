import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { saveCustomer } from '../customers/save-customer.js';
import { operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { detachInstrument } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';
import { findSource } from './find-source.js';

/** Takes a card from a customer. When it was the default, the oldest that is left takes its place. */
export const deleteSource = operation({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape({ customer: text, card: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.bindTo('customer'),
      E.bind('card', () => findSource(call, params.customer, params.card)),
      E.map(({ customer, card }) => {
        detachInstrument(call, card);
        if (customer.default_source === card.id) {
          const selection = { index: 'source', key: customer.id } as const;
          const [next] = call.state.instruments.oldestFirst(selection);
          saveCustomer(call, customer, { ...customer, default_source: next?.id ?? null });
        }
        return deepFreeze({ id: card.id, object: 'card', deleted: true } as const);
      }),
    ),
});
