import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, holderFields } from '../cards/card-params.js';
import { toSource } from '../cards/card-views.js';
import { saveCustomer } from '../customers/save-customer.js';
import { atPath, operation } from '../kernel/operation.js';
import { deepFreeze } from '../objects/json.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { pageParams } from '../params/page.js';
import { integer, oneSimulatedOf, text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { changeInstrument, detachInstrument } from '../payment-methods/instruments.js';
import { findCustomer } from '../store/find.js';
import { listPage } from '../store/list-page.js';
import {
  findSource,
  keepSource,
  newSource,
  readSource,
  redactSource,
  sourceParam,
} from './source.js';

/** Gives a customer the card of a token, or one that is written out. The first card becomes the default. */
export const createSource = operation({
  name: 'createCard',
  failureAlias: 'attach',
  method: 'POST',
  path: '/v1/customers/:customer/sources',
  returns: 'card',
  params: shape(
    { customer: text, source: sourceParam },
    {
      metadata: metadataParam,
      ...notSimulated('alipay_account', 'bank_account', 'card', 'validate'),
    },
  ),
  remembered: ({ source, ...rest }) => ({ ...rest, source: redactSource(source) }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.bindTo('customer'),
      E.bind('read', () => readSource(call, params.source, 'source')),
      E.bind('metadata', ({ read }) => mergeMetadata(read.metadata, params.metadata)),
      E.map(({ customer, read, metadata }) => {
        const source = { ...read, metadata };
        const card = keepSource(call, newSource(call, source, customer.id), source);
        if (customer.default_source === null) {
          saveCustomer(call, customer, { ...customer, default_source: card.id });
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
  params: shape({ customer: text, card: text }),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(() => findSource(call, params.customer, params.card)),
      E.map(toSource),
    ),
});

/** A page of a customer's cards. */
export const listSources = operation({
  name: 'listCards',
  method: 'GET',
  path: '/v1/customers/:customer/sources',
  returns: 'card',
  list: true,
  params: shape(
    { customer: text },
    { ...pageParams, object: oneSimulatedOf(['card'], ['bank_account', 'alipay_account']) },
  ),
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.flatMap(({ id }) =>
        listPage({
          table: call.state.instruments,
          selection: { index: 'source', key: id },
          resource: 'source',
          url: `/v1/customers/${id}/sources`,
          page: params,
          holds: (row) => row.kind === 'card' && row.customer === id,
        }),
      ),
      E.map((list) => ({ ...list, data: list.data.map(toSource) })),
    ),
});

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

const all = '/v1/customers/:customer/cards';
const one = `${all}/:card`;

/** What can be done with a customer's cards, at the paths that they had before there were other sources. */
export const cardOperations = {
  createCustomerCard: atPath(createSource, all),
  listCustomerCards: atPath(listSources, all),
  retrieveCustomerCard: atPath(retrieveSource, one),
  updateCustomerCard: atPath(updateSource, one),
  deleteCustomerCard: atPath(deleteSource, one),
} as const;
