import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';

/** `GET /health`: the process is up. `GET /ready`: it can serve. For machines, so not in the envelope. */
export const createSystemRouter = (ready: TE.TaskEither<unknown, void>): Router => {
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.state['route'] = '/health';
    ctx.body = { status: 'ok' };
  });
  router.get('/ready', async (ctx) => {
    ctx.state['route'] = '/ready';
    const isReady = E.isRight(await ready());
    ctx.status = isReady ? 200 : 503;
    ctx.body = { status: isReady ? 'ready' : 'unavailable' };
  });
  return router;
};
