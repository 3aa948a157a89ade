import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { problemsOf } from '../../application/checked-input.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { cardNumberFormat } from '../../domain/text/card-number.js';
import { retrieveCheckoutSession } from '../engine/checkout/read.js';
import { type SubmitCheckoutParams, submitCheckout } from '../engine/checkout/submit.js';
import type { Engine } from '../engine/engine.js';
import { methods } from '../engine/methods/methods.js';
import type { CheckoutSessionObject } from '../engine/objects/checkout-session.js';
import { toProcessorError } from './call-engine.js';
import { refusal } from './check-controls.js';
import { CheckoutCustomer } from './memory-controls.js';

const street = { line1: 'Calle Mayor 1', city: 'Madrid', postal_code: '28013' };

const securityCode = (card: string): string => '1234'.slice(0, cardNumberFormat(card).codeLength);

const meansOf = (
  { card = '4242424242424242', iban = 'DE89370400440532013000', method }: CheckoutCustomer,
  now: number,
): Pick<SubmitCheckoutParams, 'card' | 'method'> => {
  if (method !== undefined) {
    return {
      method: { type: method, ...(method === 'sepa_debit' ? { sepa_debit: { iban } } : {}) },
    };
  }
  const exp_year = new Date(now * 1000).getUTCFullYear() + 1;
  return { card: { number: card, exp_month: 12, exp_year, cvc: securityCode(card) } };
};

const needsPhone = ({ method }: CheckoutCustomer): boolean =>
  method !== undefined && methods[method].needs.includes('phone');

const submission = (
  { id, phone_number_collection, shipping_address_collection }: CheckoutSessionObject,
  customer: CheckoutCustomer,
  now: number,
): SubmitCheckoutParams => {
  const { email = 'ana@example.com', name = 'Ana Gil', phone = '+34600000000' } = customer;
  const countries = shipping_address_collection?.allowed_countries ?? [];
  return {
    session: id,
    ...meansOf(customer, now),
    address: { ...street, country: 'ES' },
    email,
    name,
    ...(phone_number_collection.enabled || needsPhone(customer) ? { phone } : {}),
    ...(countries.length === 0
      ? {}
      : { shipping: { name, address: { ...street, country: countries[0] ?? '' } } }),
  };
};

const isDecline = (error: ProcessorError): boolean => error._tag === 'CardError';

/**
 * The customer opens the page of a session, fills it in and submits it. Returns the session, which is still open after a
 * decline, and while a challenge waits.
 */
export const completeCheckout =
  (engine: Pick<Engine, 'call' | 'control' | 'clock'>) =>
  (
    session: string,
    customer: CheckoutCustomer = {},
  ): E.Either<ProcessorError, CheckoutSessionObject> => {
    const problems = problemsOf(CheckoutCustomer, customer, 'customer');
    if (problems.length > 0) return E.left(refusal(problems.join('; '), 'customer'));
    const find = () =>
      pipe(engine.control(retrieveCheckoutSession, { session }), E.mapLeft(toProcessorError));
    return pipe(
      find(),
      E.map((found) => submission(found, customer, engine.clock.now())),
      E.flatMap((params) => pipe(engine.call(submitCheckout, params), E.mapLeft(toProcessorError))),
      E.orElse((error) => (isDecline(error) ? find() : E.left(error))),
    );
  };
