import { Router } from '@koa/router';
import { operations } from '../../adapters/outbound/memory/engine/operations.js';
import type { Accounts } from '../accounts.js';
import { answerWire } from './answer-wire.js';
import { sendFailure } from './send-failure.js';
import type { WireOperation } from './wire-operation.js';

const all: ReadonlyArray<WireOperation> = Object.values(operations);

/** The processor's interface over HTTP: a route for each operation. */
export const createWireRouter = (options: {
  readonly accounts: Accounts;
  readonly rawCardNumbers: boolean;
}): Router => {
  const router = new Router();
  const answer = answerWire(options);
  for (const operation of all) {
    router.register(operation.path, [operation.method], answer(operation));
  }
  router.all('/{*any}', (ctx) => {
    sendFailure(ctx, {
      status: 404,
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${ctx.method}: ${ctx.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      },
    });
  });
  return router;
};
