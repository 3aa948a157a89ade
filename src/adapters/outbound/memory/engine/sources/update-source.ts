import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, holderFields } from '../cards/card-params.js';
import { toSource } from '../cards/card-views.js';
import { operation } from '../kernel/operation.js';
import { metadataParam } from '../params/metadata.js';
import { integer, text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { changeInstrument } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';
import { findSource } from './find-source.js';

/** Changes what is given of a customer's card, and leaves the rest. */
export const updateSource = operation({
  name: 'updateCard',
  method: 'POST',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape(
    { customer: text, card: text },
    {
      ...holderFields,
      exp_month: integer,
      exp_year: integer,
      metadata: metadataParam,
      ...notSimulated('account_holder_name', 'account_holder_type', 'owner'),
    },
  ),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(() => findSource(call, params.customer, params.card)),
      E.flatMap((card) =>
        changeInstrument(call, card, {
          expiry: params,
          metadata: params.metadata,
          billingDetails: billingDetailsOfCard(params, card.billingDetails),
        }),
      ),
      E.map(toSource),
    ),
});
