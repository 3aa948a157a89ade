import type { AmountDetails } from '../objects/payment-intent.js';
import { setOrUnset } from '../params/primitives.js';
import type { AmountDetailsParam } from './amount-details-param.js';

const noDetails: AmountDetails = { tip: {} };

const shippingOf = (
  given: AmountDetailsParam['shipping'],
  before: AmountDetails['shipping'],
): AmountDetails['shipping'] => {
  if (given === undefined) return before;
  if (given === '') return undefined;
  return {
    amount: setOrUnset(given.amount, null),
    from_postal_code: setOrUnset(given.from_postal_code, null),
    to_postal_code: setOrUnset(given.to_postal_code, null),
  };
};

const taxOf = (
  given: AmountDetailsParam['tax'],
  before: AmountDetails['tax'],
): AmountDetails['tax'] => {
  if (given === undefined) return before;
  return given === '' ? undefined : { total_tax_amount: given.total_tax_amount ?? null };
};

/** What an amount is made of, with what is given of it. */
export const toAmountDetails = (
  given: AmountDetailsParam | '' | undefined,
  before: AmountDetails,
): AmountDetails => {
  if (given === undefined) return before;
  if (given === '') return noDetails;
  const discount = setOrUnset(given.discount_amount, before.discount_amount ?? null);
  const shipping = shippingOf(given.shipping, before.shipping);
  const tax = taxOf(given.tax, before.tax);
  return {
    ...(discount === null ? {} : { discount_amount: discount }),
    ...(shipping === undefined ? {} : { shipping }),
    ...(tax === undefined ? {} : { tax }),
    tip: before.tip,
  };
};
