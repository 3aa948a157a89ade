import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { createChallengeRouter } from '../adapters/inbound/http/koa/processor/challenge-router.js';
import { createCheckoutRouter } from '../adapters/inbound/http/koa/processor/checkout-router.js';
import { createProcessorRouter } from '../adapters/inbound/http/koa/processor/processor-router.js';
import type { ErrorAnswers } from '../adapters/inbound/http/koa/send.js';
import type { ApiError } from '../adapters/outbound/memory/engine/errors.js';
import type { Account, Accounts } from './accounts.js';
import { checkoutDesk } from './checkout-desk.js';
import { sendApiError } from './wire/send-response.js';

type Options = ErrorAnswers & {
  readonly accounts: Accounts;
  readonly accountOf: (ctx: Context) => E.Either<ApiError, Account>;
  readonly host: string;
  readonly publicUrl: string;
};

type Routes = ReturnType<Router['routes']>;

type AccountRoutes = { readonly [N in 'challenges' | 'checkout' | 'commands']: Routes };

/** The routes that play the customer, the bank and the network: the pages of 3D Secure and of Checkout, and the controls as commands. */
export const createControlsRouter = (options: Options): Router => {
  const { accounts, accountOf, ...answers } = options;
  // Weak: a dropped account takes its routes along.
  const known = new WeakMap<Account, AccountRoutes>();

  const routesOf = (account: Account): AccountRoutes => {
    const { engine, processor } = account;
    const { controls } = processor;
    const routes = known.get(account) ?? {
      challenges: createChallengeRouter({ processor, controls }).routes(),
      checkout: createCheckoutRouter(checkoutDesk(engine)).routes(),
      commands: createProcessorRouter(controls, { apiKeys: [], ...answers }).routes(),
    };
    known.set(account, routes);
    return routes;
  };

  const router = new Router();
  for (const pages of ['challenges', 'checkout'] as const) {
    router.all(`/_processor/${pages}/:id`, async (ctx, next) => {
      const account = accounts.inUrl(new URLSearchParams(ctx.querystring).get('account'));
      await (account === undefined ? next() : routesOf(account)[pages](ctx, next));
    });
  }
  router.all('/_processor/{*any}', async (ctx, next) => {
    const account = accountOf(ctx);
    if (E.isLeft(account)) sendApiError(ctx, account.left);
    else await routesOf(account.right).commands(ctx, next);
  });
  return router;
};
