import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fundsOf } from '../balance/ledger.js';
import { readCurrency } from '../currencies/currencies.js';
import { type Money, stepProblem } from '../currencies/money.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { integerParam, simulatedEnumParam, textParam, textUpTo } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { payOut } from './payout-record.js';

/** `amount` is minor units, from the available balance of the currency. */
const CreatePayoutParams = shape(
  { amount: integerParam, currency: textParam },
  {
    description: textParam,
    metadata: metadataParam,
    method: simulatedEnumParam(['standard'], ['instant']),
    source_type: simulatedEnumParam(['card'], ['bank_account', 'fpx']),
    statement_descriptor: textUpTo(22),
    ...notSimulated('destination', 'payout_method'),
  },
);
type CreatePayoutParams = ParamsOf<typeof CreatePayoutParams>;

// Recording 11, steps 29 and 30.
const amountProblem = (amount: number): ApiError | null =>
  amount >= 1
    ? null
    : invalidRequest('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: 'amount',
      });

const fundsProblem = (
  { state, now }: RequestContext,
  { amount, currency }: Money,
): ApiError | null =>
  amount <= fundsOf(state, currency, now).available
    ? null
    : invalidRequest(
        'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.  You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
        { code: 'balance_insufficient' },
      );

/** Pays money of the available balance out to the merchant's bank account, where it arrives after one to two days. */
export const createPayout = operation({
  name: 'createPayout',
  method: 'POST',
  path: '/v1/payouts',
  returns: 'payout',
  params: CreatePayoutParams,
  run: (context) => (params: CreatePayoutParams) =>
    pipe(
      failIf(amountProblem(params.amount)),
      E.flatMap(() => readCurrency(params.currency)),
      E.map(({ code }) => ({ amount: params.amount, currency: code })),
      E.bindTo('money'),
      E.tap(({ money }) => failIf(stepProblem(money.amount, money.currency, 'amount'))),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.tap(({ money }) => failIf(fundsProblem(context, money))),
      E.map(({ money, metadata }) =>
        payOut(context, money, {
          automatic: false,
          description: params.description,
          metadata,
          statement_descriptor: params.statement_descriptor,
        }),
      ),
    ),
});
