import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { systemEndpoints } from '../system-endpoints.js';

/** `GET /health`: the process runs. `GET /ready`: it can handle requests. Both answer without the envelope. */
export const createSystemRouter = (ready: TE.TaskEither<unknown, void>): Router => {
  const router = new Router();
  const { health, ready: readiness } = systemEndpoints;
  router.get(health.path, (ctx) => {
    ctx.state['route'] = health.path;
    ctx.status = health.up.status;
    ctx.body = health.up.body;
  });
  router.get(readiness.path, async (ctx) => {
    ctx.state['route'] = readiness.path;
    const answer = E.isRight(await ready()) ? readiness.up : readiness.down;
    ctx.status = answer.status;
    ctx.body = answer.body;
  });
  return router;
};
