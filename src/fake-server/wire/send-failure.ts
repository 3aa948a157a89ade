import type { Context } from 'koa';
import { dropBody } from '../../adapters/inbound/http/koa/drop-body.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors/api-error.js';
import { sendAnswer } from './send-answer.js';

/** Sends a failure as the processor writes it. */
export const sendFailure = (ctx: Context, { status, error }: ApiError): void => {
  if (status === 401) ctx.set('www-authenticate', 'Basic realm="Stripe"');
  sendAnswer(ctx, status, { error });
  dropBody(ctx);
};
