import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject } from '../objects/customer.js';

/** A customer with another of the cards as the default. */
export const withDefaultSource =
  (call: RequestContext, source: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (source === undefined) return E.right(customer);
    const card = call.state.instruments.get(source);
    return card?.kind === 'card' && card.customer === customer.id
      ? E.right({ ...customer, default_source: source })
      : E.left(noSuch('source', source, 'default_source'));
  };
