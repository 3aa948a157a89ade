import type * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveUpdate } from '../kernel/save-update.js';
import type { EventType } from '../objects/event-types.js';
import type { PayoutObject } from '../objects/payout.js';
import { findInPath } from '../store/find.js';

/** The payout in the path. */
export const findPayout = (
  { state }: RequestContext,
  id: string,
): E.Either<ApiError, PayoutObject> => findInPath(state.payouts, 'payout', id, 'payout');

/** Stores a changed payout and emits an event. Does nothing if nothing has changed. */
export const savePayout = (
  context: RequestContext,
  type: EventType,
  before: PayoutObject,
  change: Partial<PayoutObject>,
): PayoutObject =>
  saveUpdate(context, context.state.payouts, type, before, { ...before, ...change }, identity);
