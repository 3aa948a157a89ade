import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { attachProblem } from '../cards/attach-problem.js';
import { newInstrument } from '../cards/new-instrument.js';
import { findCustomer } from '../customers/find-customer.js';
import { saveCustomer } from '../customers/save-customer.js';
import { operation } from '../operation.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { findToken } from '../tokens/find-token.js';
import { useToken } from '../tokens/use-token.js';
import { toSource } from './to-source.js';

/** Gives a customer the card of a token. The first card becomes the default. */
export const createSource = operation({
  name: 'createCard',
  word: 'attach',
  method: 'POST',
  path: '/v1/customers/:customer/sources',
  gives: 'card',
  params: shape({ customer: text, source: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.bindTo('customer'),
      E.bind('tokenCard', () => findToken(call, params.source, 'source')),
      E.tap(({ tokenCard }) => attachProblem(tokenCard.face)),
      E.map(({ customer, tokenCard }) => {
        const instrument = newInstrument({
          id: tokenCard.token?.card ?? call.newId('card'),
          kind: 'card',
          face: tokenCard.face,
          created: call.now,
          customer: customer.id,
        });
        useToken(call, tokenCard);
        call.state.instruments.put(instrument);
        const card = toSource(instrument);
        call.emit('customer.source.created', card);
        if (customer.default_source === null) {
          saveCustomer(call, customer, { ...customer, default_source: card.id });
        }
        return card;
      }),
    ),
});
