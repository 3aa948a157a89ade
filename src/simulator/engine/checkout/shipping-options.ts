import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredSession } from '../objects/checkout-session.js';
import { deepFreeze } from '../objects/json.js';
import type { ShippingRateObject } from '../objects/shipping-rate.js';
import { mergeMetadata } from '../params/metadata.js';
import { missingParam, refuseParam } from '../params/param.js';
import { findRow } from '../store/find.js';
import type { ShippingOptionParam } from './params.js';

/** A way of delivery that is stored already, or has no id yet. */
type RateDraft = Omit<ShippingRateObject, 'id'> & { readonly id: string | null };

const refuseAmount = (amount: number, param: string): E.Either<ApiError, null> =>
  amount < 0
    ? refuseParam(
        'This value must be greater than or equal to 0.',
        `${param}[amount]`,
        'parameter_invalid_integer',
      )
    : E.right(null);

const readRate =
  (context: RequestContext) =>
  (index: number, given: ShippingOptionParam): E.Either<ApiError, RateDraft> => {
    const param = `shipping_options[${index}]`;
    const { shipping_rate: id, shipping_rate_data: data } = given;
    if (id !== undefined) {
      return findRow(context.state.shippingRates, 'shipping rate', id, `${param}[shipping_rate]`);
    }
    if (data === undefined) return E.left(missingParam(`${param}[shipping_rate]`));
    const { fixed_amount: price, delivery_estimate: estimate } = data;
    const whole = `${param}[shipping_rate_data][fixed_amount]`;
    if (price === undefined) return E.left(missingParam(whole));
    return pipe(
      refuseAmount(price.amount, whole),
      E.flatMap(() => mergeMetadata({}, data.metadata)),
      E.map((metadata) => ({
        id: null,
        object: 'shipping_rate',
        active: true,
        created: context.now,
        delivery_estimate:
          estimate === undefined
            ? null
            : { maximum: estimate.maximum ?? null, minimum: estimate.minimum ?? null },
        display_name: data.display_name,
        fixed_amount: { amount: price.amount, currency: price.currency.toLowerCase() },
        livemode: false,
        metadata,
        tax_behavior: data.tax_behavior ?? 'unspecified',
        tax_code: null,
        type: 'fixed_amount',
      })),
    );
  };

const mostOptions = 5;

/** Reads the ways of delivery that a session offers. */
export const readShippingOptions = (
  context: RequestContext,
  given: ReadonlyArray<ShippingOptionParam>,
  currency: string | null,
): E.Either<ApiError, ReadonlyArray<RateDraft>> =>
  given.length > mostOptions
    ? refuseParam(`You can only pass up to ${mostOptions} shipping options.`, 'shipping_options')
    : pipe(
        given,
        E.traverseArrayWithIndex(readRate(context)),
        E.filterOrElse(
          RA.every(({ fixed_amount }) => fixed_amount.currency === currency),
          () =>
            invalidRequest('All shipping options must have the currency of the line items.', {
              param: 'shipping_options',
            }),
        ),
      );

type Shipping = Pick<StoredSession, 'amount_total' | 'shipping_cost' | 'total_details'>;

/** The amounts of a session with one of its ways of delivery. */
export const withShipping = (
  subtotal: number,
  { shipping_rate, shipping_amount: amount }: StoredSession['shipping_options'][number],
): Shipping => ({
  amount_total: subtotal + amount,
  shipping_cost: { amount_subtotal: amount, amount_tax: 0, amount_total: amount, shipping_rate },
  total_details: { amount_discount: 0, amount_shipping: amount, amount_tax: 0 },
});

/** Stores the ways of delivery of a session, and returns them as it shows them. */
export const storeShippingOptions = (
  { state, newId }: RequestContext,
  rates: ReadonlyArray<RateDraft>,
): StoredSession['shipping_options'] =>
  rates.map((rate) => {
    const stored = deepFreeze({ ...rate, id: rate.id ?? newId('shr') });
    state.shippingRates.put(stored);
    return { shipping_amount: stored.fixed_amount.amount, shipping_rate: stored.id };
  });
