import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { saveCustomer } from '../customers/save-customer.js';
import { operation } from '../kernel/operation.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import { keepSource } from './keep-source.js';
import { newSource } from './new-source.js';
import { readSource } from './read-source.js';
import { redactSource } from './redact-source.js';
import { sourceParam } from './source-param.js';

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
