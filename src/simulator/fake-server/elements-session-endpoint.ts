import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import {
  type ElementsSession,
  showElementsSession,
} from '../engine/payment-methods/elements-session.js';
import type { Accounts } from '../wire/accounts.js';
import { identify } from '../wire/identify.js';
import { jsonText, wireError, wireJson } from '../wire/wire-response.js';

const texts = [
  'client_secret',
  'mode',
  'currency',
  'setup_future_usage',
  'capture_method',
] as const;
const lists = [
  'payment_method_types',
  'allowed_payment_method_types',
  'excluded_payment_method_types',
] as const;

/** Tells the frames of the stand-in for Stripe.js which payment methods to show. Stripe.js asks a URL that is not documented. */
export const elementsSessionEndpoint = (accounts: Accounts): Endpoint => {
  const identityOf = identify(accounts);
  return {
    method: 'GET',
    path: '/v3/elements-session',
    handle: ({ querystring }) => {
      const query = new URLSearchParams(querystring);
      const textsIn = Object.fromEntries(
        texts.flatMap((name) => {
          const value = query.get(name);
          return value === null ? [] : [[name, value] as const];
        }),
      );
      const listsIn = Object.fromEntries(
        lists.map(
          (name) =>
            [
              name,
              [...query].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value),
            ] as const,
        ),
      );
      return pipe(
        identityOf(`Bearer ${query.get('key') ?? ''}`, query.get('_stripe_account') ?? '', true),
        E.map(({ account }) =>
          pipe(
            account.engine.control(showElementsSession, { ...textsIn, ...listsIn }),
            E.getOrElse(
              (): ElementsSession => ({
                payment_method_types: [],
                saves_method: false,
                wallets: [],
              }),
            ),
          ),
        ),
        E.match(
          (error) => wireError(error),
          (session) => wireJson(200, jsonText(session)),
        ),
      );
    },
  };
};
