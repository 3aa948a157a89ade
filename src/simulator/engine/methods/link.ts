import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Param } from '../params/param.js';
import { enumParam, textParam, unsettable } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import type { SimulatedMethod } from './method.js';
import { asCustomerDecides } from './redirect-method.js';

// https://docs.stripe.com/api/payment_intents/create: a legacy parameter that no longer has any function.
const persistentToken: Param<string> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.map(() => ''),
    ),
};

// As of a card: Link pays with one.
const secondsToCapture = 7 * 86_400;

/**
 * Link: the customer has signed in to their wallet on the page of the shop, so that a confirmation pays at once.
 * https://docs.stripe.com/payments/link: manual capture, refunds, disputes, saved for later payments. In test mode every email address
 * may have an account. Its fields are those of the types of Stripe's library for Node.
 */
export const link: SimulatedMethod = {
  name: 'Link',
  params: shape<Record<never, never>, { readonly [name: string]: Param<string> }>({}),
  needs: ['email'],
  keep: (given) => given,
  redact: (given) => given,
  shown: (_values, { email }) => ({ link: { email } }),
  charged: (_values, { billing: { address } }) => ({ link: { country: address.country } }),
  options: {
    capture_method: unsettable(enumParam('manual')),
    persistent_token: persistentToken,
  },
  plainOptions: { link: { persistent_token: null } },
  currencies: null,
  confirmation: 'at_once',
  mandate: false,
  setUp: 'itself',
  manualCapture: true,
  secondsToCapture,
  refunds: 'at_once',
  behaviour: asCustomerDecides,
};
