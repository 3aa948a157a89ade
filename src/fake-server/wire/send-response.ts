import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { EngineResponse } from '../../adapters/outbound/memory/engine/kernel/pipeline.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';

const indentation = 2;

/** Sends a body as the processor writes its JSON. */
export const sendAnswer = (ctx: Context, status: number, body: object): void => {
  ctx.status = status;
  ctx.set({ 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' });
  ctx.body = `${JSON.stringify(body, null, indentation)}\n`;
};

/** Sends a failure as the processor writes it. `shown`: what becomes of its body in the version of the request. */
export const sendFailure = (
  ctx: Context,
  { status, error }: ApiError,
  shown: (body: JsonObject) => JsonObject = (body) => body,
): void => {
  if (status === 401) ctx.set('www-authenticate', 'Basic realm="Stripe"');
  sendAnswer(ctx, status, shown({ error }));
};

/** Cuts the connection: where there is an answer, in the middle of its body, else without one. */
const breakOff = (ctx: Context): void => {
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

/** Waits before an answer is sent, in milliseconds, but not for a caller who is gone. */
const holdBack = (ctx: Context, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ctx.res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Brings the caller what came of a request, or what the faults of the way back leave of it. */
export const deliver = async (
  ctx: Context,
  { answer, brokenOff, delay, original, replayed }: EngineResponse<JsonObject>,
  shown: (body: JsonObject) => JsonObject,
): Promise<void> => {
  const send = (outcome: E.Either<ApiError, JsonObject>): void => {
    if (E.isRight(outcome)) sendAnswer(ctx, 200, shown(outcome.right));
    else sendFailure(ctx, outcome.left, shown);
  };
  if (original !== null) {
    // Kept for its key: to try again could only bring the same answer.
    ctx.set({ 'original-request': original, 'stripe-should-retry': 'false' });
  }
  if (replayed) ctx.set('idempotent-replayed', 'true');
  if (delay > 0) await holdBack(ctx, delay);
  if (E.isRight(answer)) send(answer);
  else if (answer.left._tag === 'Answered') send(E.left(answer.left.error));
  else {
    if (brokenOff !== null) send(brokenOff);
    breakOff(ctx);
  }
};
