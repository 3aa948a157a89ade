import { Router } from '@koa/router';
import type { Payments } from '../../../../application/facade/payments.js';
import { createMatcher } from '../core/matcher.js';
import { problemOnConnection } from '../core/message-problem.js';
import { defectResponse, failureResponse } from '../failure-response.js';
import { asTheirType } from '../headers-of-host.js';
import { createPaymentsInterface, type PaymentsRouterOptions } from '../payments-interface.js';
import { answerContext, requestOfContext } from './answer-context.js';

/**
 * The whole HTTP interface (`/api`) as a Koa router. Every answer, also of an error, is in the envelope. Mount it before the
 * application's body parsers: a webhook's signature is valid only for the body as it was sent. Throws a `TypeError` for wrong
 * options; for `apiKeys` it says which entry is wrong.
 */
export const createPaymentsRouter = (
  payments: Pick<Payments, 'useCases' | 'keyedUseCases'>,
  options: PaymentsRouterOptions = {},
): Router => {
  const { mount, endpoints, unknownPath, errors } = createPaymentsInterface(
    'createPaymentsRouter',
    payments,
    options,
  );
  const match = createMatcher(endpoints);
  const router = new Router({ prefix: mount });
  router.all('/api{/*pasarelaPath}', async (ctx) => {
    const request = requestOfContext(ctx);
    // Without the paths where this router and those around it are mounted. The captures are as they were sent, the parameters
    // are decoded. Where the mount has parameters too, captures of the router's other variants of the path follow, all empty.
    const below =
      ctx.params['pasarelaPath'] === undefined ? '' : `/${ctx.captures?.findLast(Boolean)}`;
    const { endpoint, params } = match(ctx.method, `/api${below}`) ?? {
      endpoint: unknownPath,
      params: {},
    };
    if (endpoint.method !== '*') ctx.state['route'] = `${mount}${endpoint.path}`;
    const problem = problemOnConnection(ctx.req);
    ctx.set(asTheirType);
    try {
      answerContext(
        ctx,
        problem === undefined
          ? await endpoint.handle(request, params)
          : failureResponse({ _tag: 'BrokenRequest', status: problem }, request, errors),
      );
    } catch (cause) {
      answerContext(ctx, defectResponse(cause, request, errors));
    }
  });
  return router;
};
