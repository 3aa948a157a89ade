import * as E from 'fp-ts/lib/Either.js';
import { amountText } from '../../domain/money/amount-text.js';
import { AmountOfOther, minorUnitsOf } from '../../domain/money/whole-units.js';
import { factsOf, type SummarizedInput } from './request-summary.js';

/** An object that an operator names as the result of a request. */
type NamedObject = {
  readonly id: string;
  /** The customer of a card. */
  readonly customer: string | undefined;
  /** As the processor has it. */
  readonly object: object;
};

type Facts = ReturnType<typeof factsOf>;

const isOther = (asked: string | null, found: unknown): ReadonlyArray<string> =>
  asked === null || typeof found !== 'string' || asked === found
    ? []
    : [`the request was about ${asked}, not about ${found}`];

const amountAsked = ({ amount, amount_decimal, currency }: Facts): string => {
  if (amount === null) return amount_decimal ?? '';
  return currency === null ? `${amount} minor units` : amountText(amount, currency);
};

const isOfAmount = (
  { amount, amount_decimal, currency }: Facts,
  found: number,
  foundIn: string,
): boolean => {
  if (currency !== null && currency !== foundIn) return false;
  if (amount !== null) return amount === found;
  if (!AmountOfOther.is(amount_decimal)) return true;
  const minor = minorUnitsOf(amount_decimal, foundIn);
  return E.isRight(minor) && minor.right === found;
};

const isOfOtherAmount = (facts: Facts, { id, object }: NamedObject): ReadonlyArray<string> => {
  const amount: unknown = Reflect.get(object, 'amount');
  const currency: unknown = Reflect.get(object, 'currency');
  return typeof amount !== 'number' ||
    typeof currency !== 'string' ||
    isOfAmount(facts, amount, currency)
    ? []
    : [
        `the request was for ${amountAsked(facts)}, but ${id} is of ${amountText(amount, currency)}`,
      ];
};

/**
 * The reasons why an object belongs to another request than the one with this summary, as sentences without periods. An empty
 * summary gives none. `operation`: the stable name.
 */
export const signsOfOtherRequest = (
  operation: string,
  input: SummarizedInput,
  named: NamedObject,
): ReadonlyArray<string> => {
  const facts = factsOf(operation, input);
  const { id, customer, object } = named;
  const { customer: askedCustomer, object_id: askedObject } = facts;
  switch (operation) {
    case 'createPaymentIntent':
    case 'createSetupIntent':
      return [
        ...isOther(askedCustomer, Reflect.get(object, 'customer')),
        ...isOfOtherAmount(facts, named),
      ];
    case 'refundCharge':
      return [
        ...isOther(askedObject, Reflect.get(object, 'charge')),
        ...isOfOtherAmount(facts, named),
      ];
    case 'updateCustomer':
    case 'deleteCustomer':
    case 'setDefaultCard':
      return isOther(askedCustomer, id);
    case 'assignCard':
      return isOther(askedCustomer, customer);
    case 'removeCard':
      return [...isOther(askedCustomer, customer), ...isOther(askedObject, id)];
    default:
      return isOther(askedObject, id);
  }
};
