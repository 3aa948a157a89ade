import type { Context } from 'koa';

/** Whether an idempotency key is free; from then on it is in use, until the answer is sent or the caller is gone. */
export const takeKey = (ctx: Context, key: string, inUse: Set<string>): boolean => {
  if (inUse.has(key)) return false;
  inUse.add(key);
  ctx.res.once('close', () => {
    inUse.delete(key);
  });
  return true;
};
