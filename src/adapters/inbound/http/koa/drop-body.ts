import type { Context } from 'koa';

/** Lets go of a body that is refused half read: the connection's next request comes after it. */
export const dropBody = (ctx: Context): void => {
  ctx.req.unpipe();
  ctx.req.resume();
};
