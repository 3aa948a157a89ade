import type { Middleware } from 'koa';
import { createMatcher, type Endpoint } from '../core/matcher.js';
import { answerContext, requestOfContext } from './answer-context.js';

/** Answers the requests of endpoints. */
export const answerEndpoints = (endpoints: ReadonlyArray<Endpoint>): Middleware => {
  const match = createMatcher(endpoints);
  return async (ctx, next) => {
    const found = match(ctx.method, ctx.path);
    if (found === undefined) await next();
    else answerContext(ctx, await found.endpoint.handle(requestOfContext(ctx), found.params));
  };
};
