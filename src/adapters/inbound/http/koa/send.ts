import type { Context } from 'koa';
import type { HttpAnswer } from '../http-message.js';

/** Puts an answer into the response. */
export const send = (ctx: Context, answer: HttpAnswer): void => {
  // Written here and not by Koa, so that what is no JSON (an adapter's own objects may hold anything) ends as an error.
  const text = JSON.stringify(answer.body);
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.type = 'application/json';
  ctx.body = text;
};
