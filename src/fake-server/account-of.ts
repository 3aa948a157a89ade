import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context } from 'koa';
import type { ApiError } from '../adapters/outbound/memory/engine/errors/api-error.js';
import type { Account } from './account.js';
import type { AccountName, Accounts } from './accounts.js';
import { authenticate } from './wire/authenticate.js';
import { readConnectedAccount } from './wire/read-connected-account.js';

/** The account that a control is for: that of the key of the request, or the default one where it has none. */
export const accountOf =
  (accounts: Accounts, defaultAccount: AccountName) =>
  (ctx: Context): E.Either<ApiError, Account> => {
    const authorization = ctx.get('authorization');
    if (authorization === '') return E.right(accounts.of(defaultAccount));
    return pipe(
      authenticate(authorization),
      E.bindTo('caller'),
      E.bind('connected', () => readConnectedAccount(ctx.get('stripe-account'))),
      E.map(({ caller: { name }, connected }) => accounts.of({ name, connected })),
    );
  };
