import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ErrorAnswers } from '../adapters/inbound/http/failure-response.js';
import { refuseForeignPages } from '../adapters/inbound/http/koa/refuse-foreign-pages.js';
import { send } from '../adapters/inbound/http/koa/send.js';
import { renderSuccess } from '../adapters/inbound/http/render.js';
import { localServerMessages } from '../adapters/inbound/http/spanish-texts.js';
import type { ApiError } from '../adapters/outbound/memory/engine/errors.js';
import { takeFixture } from '../adapters/outbound/memory/fixture.js';
import type { AccountName, Accounts } from './accounts.js';
import { sendApiError, sendJson } from './wire/send-response.js';

type Options = ErrorAnswers & {
  readonly accounts: Pick<Accounts, 'of' | 'drop'>;
  readonly nameOf: (ctx: Context) => E.Either<ApiError, AccountName>;
  readonly host: string;
  readonly publicUrl: string;
};

/**
 * Drops the account of the key, and shows its state as a fixture, under `/_processor`. The fixture is the whole body, so that it
 * can be written to a file as it is; the rest is in the service's envelope.
 */
export const createAccountsRouter = (options: Options): Router => {
  const { accounts, nameOf, host, publicUrl, ...errors } = options;
  const router = new Router({ prefix: '/_processor' });
  const ownPagesOnly = refuseForeignPages({ host, publicUrl }, errors);

  const forAccount =
    (answer: (ctx: Context, name: AccountName) => void) =>
    (ctx: Context): void => {
      const name = nameOf(ctx);
      if (E.isLeft(name)) sendApiError(ctx, name.left);
      else answer(ctx, name.right);
    };

  router.delete(
    '/account',
    ownPagesOnly,
    forAccount((ctx, name) => {
      accounts.drop(name);
      send(ctx, renderSuccess(200, localServerMessages.accountDropped, { deleted: true }));
    }),
  );
  router.get(
    '/fixture',
    ownPagesOnly,
    forAccount((ctx, name) => {
      sendJson(ctx, 200, takeFixture(accounts.of(name).engine));
    }),
  );
  return router;
};
