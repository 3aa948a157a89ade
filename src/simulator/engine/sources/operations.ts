import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, holderFields } from '../cards/card-params.js';
import { listOperation } from '../kernel/list-operation.js';
import { atPath, operation } from '../kernel/operation.js';
import { saveCustomer } from '../kernel/save-update.js';
import { toSource } from '../methods/payment-method-view.js';
import { deepFreeze } from '../objects/json.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { pageParams } from '../params/page.js';
import { integerParam, simulatedEnumParam, textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { changeInstrument, detachInstrument } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';
import {
  findSource,
  newSource,
  readSource,
  redactSource,
  sourceParam,
  storeSource,
} from './source.js';

/** Adds a card to a customer, from a token or as parameters. The first card becomes the default. */
export const createSource = operation({
  name: 'createCard',
  failureAlias: 'attach',
  method: 'POST',
  path: '/v1/customers/:customer/sources',
  returns: 'card',
  params: shape(
    { customer: textParam, source: sourceParam },
    {
      metadata: metadataParam,
      ...notSimulated('alipay_account', 'bank_account', 'card', 'validate'),
    },
  ),
  remembered: ({ source, ...rest }) => ({ ...rest, source: redactSource(source) }),
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer),
      E.bindTo('customer'),
      E.bind('read', () => readSource(context, params.source, 'source')),
      E.bind('metadata', ({ read }) => mergeMetadata(read.metadata, params.metadata)),
      E.map(({ customer, read, metadata }) => {
        const source = { ...read, metadata };
        const card = storeSource(context, newSource(context, source, customer.id), source);
        if (customer.default_source === null) {
          saveCustomer(context, customer, { ...customer, default_source: card.id });
        }
        return card;
      }),
    ),
});

/** A customer's card. */
export const retrieveSource = operation({
  name: 'retrieveCard',
  method: 'GET',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape({ customer: textParam, card: textParam }),
  run: (context) => (params) =>
    pipe(
      findSource(context, params),
      E.map(({ card }) => toSource(card)),
    ),
});

/** A page of a customer's cards: the default first, then the newest. */
export const listSources = listOperation({
  name: 'listCards',
  path: '/v1/customers/:customer/sources',
  returns: 'card',
  params: shape(
    { customer: textParam },
    { ...pageParams, object: simulatedEnumParam(['card'], ['bank_account', 'alipay_account']) },
  ),
  table: ({ instruments }) => instruments,
  resource: 'source',
  select: (context, params) =>
    pipe(
      findCustomer(context, params.customer),
      E.map(({ id }) => ({ index: 'source', key: id }) as const),
    ),
  holds: (row, { customer }) => row.kind === 'card' && row.customer === customer,
  head: ({ customers, instruments }, params) => {
    const id = customers.get(params.customer)?.default_source ?? null;
    return id === null ? undefined : instruments.get(id);
  },
  show: toSource,
});

/** Changes the given fields of a customer's card. */
export const updateSource = operation({
  name: 'updateCard',
  method: 'POST',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape(
    { customer: textParam, card: textParam },
    {
      ...holderFields,
      exp_month: integerParam,
      exp_year: integerParam,
      metadata: metadataParam,
      ...notSimulated('account_holder_name', 'account_holder_type', 'owner'),
    },
  ),
  run: (context) => (params) =>
    pipe(
      findSource(context, params),
      E.flatMap(({ card }) =>
        changeInstrument(context, card, {
          card: params,
          metadata: params.metadata,
          billingDetails: billingDetailsOfCard(params, card.billingDetails),
        }),
      ),
      E.map(toSource),
    ),
});

/** Deletes a customer's card. If it was the default, the oldest remaining card becomes the default. */
export const deleteSource = operation({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/v1/customers/:customer/sources/:card',
  returns: 'card',
  params: shape({ customer: textParam, card: textParam }),
  run: (context) => (params) =>
    pipe(
      findSource(context, params),
      E.map(({ customer, card }) => {
        detachInstrument(context, card);
        if (customer.default_source === card.id) {
          const selection = { index: 'source', key: customer.id } as const;
          const [next] = context.state.instruments.oldestFirst(selection);
          saveCustomer(context, customer, { ...customer, default_source: next?.id ?? null });
        }
        return deepFreeze({ id: card.id, object: 'card', deleted: true } as const);
      }),
    ),
});

const cards = '/v1/customers/:customer/cards';
const card = `${cards}/:card`;

/** The same operations at the paths that cards had before there were other sources. */
export const cardOperations = {
  createCustomerCard: atPath(createSource, cards),
  listCustomerCards: atPath(listSources, cards),
  retrieveCustomerCard: atPath(retrieveSource, card),
  updateCustomerCard: atPath(updateSource, card),
  deleteCustomerCard: atPath(deleteSource, card),
} as const;
