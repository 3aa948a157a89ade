import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { refuseForeignPages } from '../adapters/inbound/http/koa/refuse-foreign-pages.js';
import { type ErrorAnswers, send } from '../adapters/inbound/http/koa/send.js';
import { renderSuccess } from '../adapters/inbound/http/render.js';
import { localServerMessages } from '../adapters/inbound/http/spanish-texts.js';
import type { ApiError } from '../adapters/outbound/memory/engine/errors.js';
import type { AccountName, Accounts } from './accounts.js';
import { sendApiError } from './wire/send-response.js';

type Options = ErrorAnswers & {
  readonly accounts: Pick<Accounts, 'drop'>;
  readonly nameOf: (ctx: Context) => E.Either<ApiError, AccountName>;
  readonly host: string;
  readonly publicUrl: string;
};

/** Drops the account of the key, under `/_processor` in the service's envelope. */
export const createAccountsRouter = (options: Options): Router => {
  const { accounts, nameOf, host, publicUrl, ...errors } = options;
  const router = new Router({ prefix: '/_processor' });
  router.delete('/account', refuseForeignPages({ host, publicUrl }, errors), (ctx) => {
    const name = nameOf(ctx);
    if (E.isLeft(name)) {
      sendApiError(ctx, name.left);
      return;
    }
    accounts.drop(name.right);
    send(ctx, renderSuccess(200, localServerMessages.accountDropped, { deleted: true }));
  });
  return router;
};
