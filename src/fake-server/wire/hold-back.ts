import type { Context } from 'koa';

/** Waits before an answer is sent, in milliseconds, but not for a caller who is gone. */
export const holdBack = (ctx: Context, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ctx.res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
