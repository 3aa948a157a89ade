import * as E from 'fp-ts/lib/Either.js';
import type { FieldRefusal } from '../refusal.js';
import type { PaymentMethods } from './payment-methods.js';

const euros = ['eur'];

// The presentment currencies on Stripe's page of each method, such as https://docs.stripe.com/payments/bizum. Methods whose
// currencies depend on the country of the account are not here: the processor decides.
const currenciesOf: { readonly [type: string]: ReadonlyArray<string> } = {
  bancontact: euros,
  bizum: euros,
  ideal: euros,
  sepa_debit: euros,
};

/** Whether the payment methods take a currency, as far as this is known. The processor silently leaves out those that do not. */
export const checkMethodCurrencies = (
  methods: PaymentMethods | undefined,
  currency: string,
): E.Either<FieldRefusal, void> => {
  if (methods === undefined || methods === 'automatic') return E.right(undefined);
  for (const method of methods) {
    const takes = Object.hasOwn(currenciesOf, method) ? currenciesOf[method] : undefined;
    if (takes !== undefined && !takes.includes(currency)) {
      return E.left({ _tag: 'OtherCurrency', method, takes, currency });
    }
  }
  return E.right(undefined);
};
