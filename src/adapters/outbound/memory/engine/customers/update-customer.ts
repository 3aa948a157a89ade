import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { readSource } from '../sources/read-source.js';
import { findCustomer } from '../store/find.js';
import { whenGiven } from '../when-given.js';
import { applyCustomerParams } from './apply-customer-params.js';
import { customerFields } from './customer-params.js';
import { redactCustomer } from './redact-customer.js';
import { replaceDefaultSource } from './replace-default-source.js';
import { saveCustomer } from './save-customer.js';
import { withDefaultPaymentMethod } from './with-default-payment-method.js';
import { withDefaultSource } from './with-default-source.js';

const twoDefaults = invalidRequest(
  'You may only specify one of these parameters: default_source, source.',
  { param: 'default_source' },
);

/** Changes what is given of a customer, and leaves the rest. A new source takes the place of the default card. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  method: 'POST',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape(
    { customer: text },
    {
      ...customerFields,
      default_source: text,
      ...notSimulated(
        'bank_account',
        'card',
        'default_alipay_account',
        'default_bank_account',
        'default_card',
      ),
    },
  ),
  remembered: redactCustomer,
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.filterOrElse(
        () => params.source === undefined || params.default_source === undefined,
        () => twoDefaults,
      ),
      E.bindTo('before'),
      E.bind('after', ({ before }) =>
        pipe(
          applyCustomerParams(before, params),
          E.flatMap(withDefaultSource(call, params.default_source)),
          E.flatMap(
            withDefaultPaymentMethod(call, params.invoice_settings?.default_payment_method),
          ),
        ),
      ),
      E.bind('source', () =>
        whenGiven(params.source, (given) => readSource(call, given, 'source')),
      ),
      E.map(({ before, after, source }) =>
        saveCustomer(
          call,
          before,
          source === null ? after : replaceDefaultSource(call, after, source),
        ),
      ),
    ),
});
