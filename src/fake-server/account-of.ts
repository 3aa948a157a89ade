import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context } from 'koa';
import type { ApiError } from '../adapters/outbound/memory/engine/errors.js';
import type { Account } from './account.js';
import type { AccountName, Accounts } from './accounts.js';
import { identify } from './wire/identify.js';

/** The account that a control is for: that of the key of the request, or the default one where it has none. */
export const accountOf =
  (accounts: Accounts, defaultAccount: AccountName) =>
  (ctx: Context): E.Either<ApiError, Account> => {
    const authorization = ctx.get('authorization');
    return authorization === ''
      ? E.right(accounts.of(defaultAccount))
      : pipe(
          identify(accounts)(authorization, ctx.get('stripe-account')),
          E.map(({ account }) => account),
        );
  };
