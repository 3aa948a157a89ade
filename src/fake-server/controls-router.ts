import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ErrorAnswers } from '../adapters/inbound/http/failure-response.js';
import { answerEndpoints } from '../adapters/inbound/http/koa/answer-endpoints.js';
import { challengeEndpoints } from '../adapters/inbound/http/processor/challenge-endpoints.js';
import { checkoutEndpoints } from '../adapters/inbound/http/processor/checkout-endpoints.js';
import { processorEndpoints } from '../adapters/inbound/http/processor/processor-endpoints.js';
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

type Routes = ReturnType<typeof answerEndpoints>;

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
      challenges: answerEndpoints(challengeEndpoints({ processor, controls })),
      checkout: answerEndpoints(checkoutEndpoints(checkoutDesk(engine))),
      commands: answerEndpoints(processorEndpoints(controls, { apiKeys: [], ...answers })),
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
