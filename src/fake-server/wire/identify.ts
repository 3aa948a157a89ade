import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { Account } from '../account.js';
import type { Accounts } from '../accounts.js';
import { authenticate } from './authenticate.js';
import { readConnectedAccount } from './read-connected-account.js';

/** An account that somebody asks for, and whether by a key that browsers know. */
export type Identity = { readonly account: Account; readonly publishable: boolean };

/** The account of the headers `Authorization` and `Stripe-Account`. */
export const identify =
  (accounts: Accounts) =>
  (authorization: string, stripeAccount: string): E.Either<ApiError, Identity> =>
    pipe(
      E.Do,
      E.bind('caller', () => authenticate(authorization)),
      E.bind('connected', () => readConnectedAccount(stripeAccount)),
      E.map(({ caller: { name, publishable }, connected }) => ({
        account: accounts.of({ name, connected }),
        publishable,
      })),
    );
