import type { Context } from 'koa';

/** Cuts the connection: where there is an answer, in the middle of its body, else without one. */
export const breakOff = (ctx: Context): void => {
  const { res, body } = ctx;
  ctx.respond = false;
  if (typeof body !== 'string') {
    res.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  res.setHeader('content-length', bytes.length);
  res.write(bytes.subarray(0, bytes.length / 2), () => {
    res.destroy();
  });
};
