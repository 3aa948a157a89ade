import type { Context } from 'koa';

const indentation = 2;

/** Sends a body as the processor writes its JSON. */
export const sendAnswer = (ctx: Context, status: number, body: object): void => {
  ctx.status = status;
  ctx.set({ 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' });
  ctx.body = `${JSON.stringify(body, null, indentation)}\n`;
};
