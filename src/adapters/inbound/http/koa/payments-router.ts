import { Router, type RouterContext } from '@koa/router';
import type { Next, ParameterizedContext } from 'koa';
import type { ServedPayments } from '../../../../application/facade/payments.js';
import type { HttpResponse } from '../core/message.js';
import { splitUrl } from '../core/request-url.js';
import { asTheirType } from '../headers-of-host.js';
import { createMountedInterface, roots } from '../mounted-interface.js';
import type { PaymentsRouterOptions } from '../payments-interface.js';
import { answerContext, requestOfContext, setHeaders } from './answer-context.js';

// Without the paths where the router and those around it are mounted. The captures are as they were sent, the parameters are
// decoded. Where the mount has parameters too, captures of the router's other variants of the path follow, all empty.
const pathBelow = (root: string, { params, captures }: RouterContext): string =>
  params['pasarelaPath'] === undefined ? root : `${root}/${captures?.findLast(Boolean)}`;

// The parameter of a method may be narrower: `@koa/router` adds to the context what it needs.
type Mountable = { mount(context: ParameterizedContext, next: Next): Promise<unknown> };

/** A router of `@koa/router`, to mount: `app.use(router.routes())`. */
export type PaymentsRouter = { readonly routes: () => Mountable['mount'] };

/**
 * The whole HTTP interface as a Koa router. Every answer under `/api`, also of an error, is in the envelope. Mount it before the
 * application's body parsers: a webhook's signature is valid only for the body as it was sent. Throws a `TypeError` for wrong
 * options; for `apiKeys` it says which entry is wrong.
 */
export const createPaymentsRouter = (
  payments: ServedPayments,
  options: PaymentsRouterOptions = {},
): PaymentsRouter => {
  const { mount, find, answer } = createMountedInterface('createPaymentsRouter', payments, options);
  const router = new Router({ prefix: mount });
  for (const root of roots) {
    router.all(`${root}{/*pasarelaPath}`, async (ctx, next) => {
      const below = pathBelow(root, ctx);
      const found = find(ctx.method, `${mount}${below}`);
      if (found === undefined) {
        await next();
        return;
      }
      const { endpoint } = found;
      if (endpoint.method !== '*') ctx.state['route'] = endpoint.path;
      setHeaders(ctx, asTheirType);
      const write = (answered: HttpResponse): void => answerContext(ctx, answered);
      await answer(requestOfContext(ctx), found, write, splitUrl(ctx.originalUrl)[0], below);
    });
  }
  return router;
};
