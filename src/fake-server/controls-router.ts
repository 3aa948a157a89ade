import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { createChallengeRouter } from '../adapters/inbound/http/koa/processor/challenge-router.js';
import { createProcessorRouter } from '../adapters/inbound/http/koa/processor/processor-router.js';
import type { ErrorAnswers } from '../adapters/inbound/http/koa/send.js';
import type { ApiError } from '../adapters/outbound/memory/engine/errors.js';
import type { Account, AccountName, Accounts } from './accounts.js';
import { sendApiError } from './wire/send-response.js';

type Options = ErrorAnswers & {
  readonly accounts: Accounts;
  readonly accountOf: (ctx: Context) => E.Either<ApiError, Account>;
  /** The account of requests without an API key. */
  readonly defaultAccount: AccountName;
  readonly host: string;
  readonly publicUrl: string;
};

/** The routes that play the customer, the bank and the network: the 3D Secure challenge page, and the controls as commands. */
export const createControlsRouter = (options: Options): Router => {
  const { accounts, accountOf, defaultAccount, ...answers } = options;
  const commands = new Map<Account, ReturnType<Router['routes']>>();

  const commandsOf = (account: Account): ReturnType<Router['routes']> => {
    const known = commands.get(account);
    if (known !== undefined) return known;
    const { controls } = account.processor;
    const made = createProcessorRouter(controls, { apiKeys: [], ...answers }).routes();
    commands.set(account, made);
    return made;
  };

  const holding = (paymentIntent: string): Account =>
    accounts.holding(paymentIntent) ?? accounts.of(defaultAccount);

  const router = new Router();
  router.use(
    createChallengeRouter({
      processor: {
        retrievePaymentIntent: (input) =>
          holding(input.payment_intent).processor.retrievePaymentIntent(input),
      },
      controls: {
        completeChallenge: (id) => holding(id).processor.controls.completeChallenge(id),
        failChallenge: (id) => holding(id).processor.controls.failChallenge(id),
      },
    }).routes(),
  );
  router.all('/_processor/{*any}', async (ctx, next) => {
    const account = accountOf(ctx);
    if (E.isLeft(account)) sendApiError(ctx, account.left);
    else await commandsOf(account.right)(ctx, next);
  });
  return router;
};
