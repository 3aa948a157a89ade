import type { Context } from 'koa';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { sendAnswer } from './send-answer.js';

/** Sends a failure as the processor writes it. `shown`: what becomes of its body in the version of the request. */
export const sendFailure = (
  ctx: Context,
  { status, error }: ApiError,
  shown: (body: JsonObject) => JsonObject = (body) => body,
): void => {
  if (status === 401) ctx.set('www-authenticate', 'Basic realm="Stripe"');
  sendAnswer(ctx, status, shown({ error }));
};
