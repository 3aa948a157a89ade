import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Account } from './account.js';
import type { Accounts } from './accounts.js';
import { identify } from './wire/identify.js';

/** The account of a key, and of the account that `Stripe-Account` names under it, for a program that has the server. */
export const accountOfKey =
  (accounts: Accounts) =>
  (apiKey: string, stripeAccount = ''): Account =>
    pipe(
      identify(accounts)(`Bearer ${apiKey}`, stripeAccount),
      E.match(
        ({ error }) => {
          throw new TypeError(error.message);
        },
        ({ account }) => account,
      ),
    );
