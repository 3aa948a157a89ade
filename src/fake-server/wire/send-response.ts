import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { EngineResponse } from '../../adapters/outbound/memory/engine/kernel/pipeline.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';

const indentation = 2;

/** Sends JSON in the processor's format. */
export const sendJson = (ctx: Context, status: number, body: object): void => {
  ctx.status = status;
  ctx.set({ 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' });
  ctx.body = `${JSON.stringify(body, null, indentation)}\n`;
};

/** The page where the processor's dashboard would show a request. */
const logUrl = (request: string): string =>
  `https://dashboard.pasarela.invalid/test/workbench/logs?object=${request}`;

/**
 * Sends an error in the processor's format. `shown` converts the body to the API version of the request. `request`: the id
 * under which the account's log has it; `null` for a request that has no valid key or version.
 */
export const sendApiError = (
  ctx: Context,
  { status, error }: ApiError,
  shown: (body: JsonObject) => JsonObject = (body) => body,
  request: string | null = null,
): void => {
  if (status === 401) ctx.set('www-authenticate', 'Basic realm="Stripe"');
  const inLog = request !== null && status !== 401 && status < 500;
  const logged = inLog ? { request_log_url: logUrl(request) } : {};
  sendJson(ctx, status, shown({ error: { ...error, ...logged } }));
};

/** Cuts the connection: in the middle of the response's body, or before any response. */
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

/** Waits before the response is sent, or until the caller disconnects. */
const holdBack = (ctx: Context, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ctx.res.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Sends the response to a request, with the delay or the connection error of a planned failure. */
export const sendResponse = async (
  ctx: Context,
  { answer, brokenOff, delay, original, replayed }: EngineResponse<JsonObject>,
  shown: (body: JsonObject) => JsonObject,
): Promise<void> => {
  const send = (outcome: E.Either<ApiError, JsonObject>): void => {
    if (E.isRight(outcome)) sendJson(ctx, 200, shown(outcome.right));
    else sendApiError(ctx, outcome.left, shown, original ?? ctx.response.get('request-id'));
  };
  if (original !== null) {
    // The response is stored under the key: a retry would return the same one.
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
