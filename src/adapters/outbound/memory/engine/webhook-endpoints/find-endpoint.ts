import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredEndpoint } from '../objects/webhook-endpoint.js';

/** The webhook endpoint that the path names. */
export const findEndpoint = (
  { state }: Pick<RequestContext, 'state'>,
  id: string,
): E.Either<ApiError, StoredEndpoint> =>
  E.fromNullable(noSuch('webhook endpoint', id))(state.webhookEndpoints.get(id));
