import type { Middleware } from 'koa';
import type { ErrorAnswers } from '../failure-response.js';
import { foreignPages } from '../foreign-pages.js';
import { requestOfContext } from './answer-context.js';
import { sendError } from './send.js';

/** Refuses requests of pages of other sites. */
export const refuseForeignPages = (
  options: Parameters<typeof foreignPages>[0],
  errors: ErrorAnswers,
): Middleware => {
  const isForeign = foreignPages(options);
  return async (ctx, next) => {
    if (isForeign(requestOfContext(ctx))) sendError(ctx, { _tag: 'ForeignPage' }, errors);
    else await next();
  };
};
