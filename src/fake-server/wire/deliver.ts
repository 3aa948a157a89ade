import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { Exchange } from '../../adapters/outbound/memory/engine/exchange.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { breakOff } from './break-off.js';
import { holdBack } from './hold-back.js';
import { sendAnswer } from './send-answer.js';
import { sendFailure } from './send-failure.js';

/** Brings the caller what came of a request, or what the faults of the way back leave of it. */
export const deliver = async (
  ctx: Context,
  { answer, brokenOff, delay, original, replayed }: Exchange<JsonObject>,
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
