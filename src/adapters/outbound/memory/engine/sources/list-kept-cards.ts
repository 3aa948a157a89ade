import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Card } from '../../../../../domain/card.js';
import { cardOfPaymentMethod } from '../../../stripe-objects/card-payment-method.js';
import { toPaymentMethod, toSource } from '../cards/card-views.js';
import type { Instrument } from '../cards/stored-card.js';
import { operation } from '../kernel/operation.js';
import { pageParams } from '../params/page.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';

const toCard = (instrument: Instrument): Card =>
  instrument.kind === 'card'
    ? toSource(instrument)
    : cardOfPaymentMethod(toPaymentMethod(instrument));

/** A page of what a customer has of cards, of either kind. The port has it; on the wire there are two lists. */
export const listKeptCards = operation({
  name: 'listCards',
  method: 'GET',
  path: '/v1/customers/:customer/payment_methods',
  returns: 'card',
  list: true,
  params: shape({ customer: text }, pageParams),
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer),
      E.flatMap(({ id }) =>
        listPage({
          table: context.state.instruments,
          selection: { index: 'customer', key: id },
          resource: 'payment_method',
          url: `/v1/customers/${id}/payment_methods`,
          page: params,
          holds: (row) => row.customer === id,
        }),
      ),
      E.map((list) => ({ ...list, data: list.data.map(toCard) })),
    ),
});
