import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { DisputeObject, DisputeRecord } from '../objects/dispute.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { toDispute } from '../store/show-dispute.js';
import { loseDispute, openDispute } from './outcome.js';
import { findChargeDispute, findDispute } from './read.js';

const close = (
  context: RequestContext,
  found: E.Either<ApiError, DisputeRecord>,
): E.Either<ApiError, DisputeObject> =>
  pipe(
    found,
    E.flatMap(openDispute),
    E.map((dispute) => toDispute(context, loseDispute(context, dispute))),
  );

/** Accepts a dispute: a chargeback is lost, an inquiry closed. */
export const closeDispute = operation({
  name: 'closeDispute',
  method: 'POST',
  path: '/v1/disputes/:dispute/close',
  returns: 'dispute',
  params: shape({ dispute: textParam }),
  run: (context) => (params) => close(context, findDispute(context, params.dispute)),
});

/** The same at the path of the charge, which is older. */
export const closeChargeDispute = operation({
  name: 'closeChargeDispute',
  method: 'POST',
  path: '/v1/charges/:charge/dispute/close',
  returns: 'dispute',
  params: shape({ charge: textParam }),
  run: (context) => (params) => close(context, findChargeDispute(context, params.charge)),
});
