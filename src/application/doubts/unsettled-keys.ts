import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { IdempotencyStore, UnsettledKey } from '../ports/idempotency-store.js';

const pageSize = 500;

const namedClient = 'client:';

/** The client of a scope: its name, `open`, the hash of an API key, or `-` for a program without scopes. */
export const clientOf = (scope: string): string => {
  if (scope === '') return '-';
  return scope.startsWith(namedClient) ? scope.slice(namedClient.length) : scope;
};

/** Whether a scope belongs to the client that an operator names. */
export const isOfClient = (scope: string, client: string): boolean =>
  clientOf(scope) === client || scope === client;

/** Whether a request with the key is running. `now`: Unix seconds. */
export const isAtWork = (
  { leasedUntil }: Pick<UnsettledKey, 'leasedUntil'>,
  now: number,
): boolean => leasedUntil !== null && leasedUntil > now;

/** The place of a key in the order of a store. */
export type PlaceOfKey = Pick<UnsettledKey, 'scope' | 'key' | 'since'>;

/** The oldest keys without an answer that are chosen, after a place: up to `limit`, plus one if there are more. */
export const firstUnsettled =
  ({ unsettled }: Pick<IdempotencyStore, 'unsettled'>) =>
  (
    limit: number,
    chosen: (key: UnsettledKey) => boolean,
    after?: PlaceOfKey,
  ): TE.TaskEither<StoreUnavailable, ReadonlyArray<UnsettledKey>> =>
    pipe(
      unsettled({ limit: pageSize, ...(after === undefined ? {} : { after }) }),
      TE.flatMap((page) => {
        const found = page.filter(chosen).slice(0, limit + 1);
        const last = page.at(-1);
        return page.length < pageSize || found.length > limit || last === undefined
          ? TE.right(found)
          : pipe(
              firstUnsettled({ unsettled })(limit - found.length, chosen, last),
              TE.map((more) => [...found, ...more]),
            );
      }),
    );
