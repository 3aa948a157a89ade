import type { RateLimiter } from '../../../../application/ports/rate-limiter.js';
import type { HttpRequest } from '../core/message.js';
import type { HttpError, RequestError } from '../http-error.js';
import type { AddressOf, Origin } from './client-address.js';
import type { ApiCaller } from './clients.js';
import { countedAddress } from './counted-address.js';

/** How much callers may ask for. Absent parts have no limit. */
export type RequestLimits = {
  readonly addressOf: AddressOf;
  /** Counts the requests of each client, or of each address where clients have no keys. */
  readonly requests?: RateLimiter | undefined;
  /** Counts wrong API keys of each address. */
  readonly failedAuthentications?: RateLimiter | undefined;
  /** The most requests in progress at once. Webhooks have as much room of their own. */
  readonly inProgress?: number | undefined;
  readonly inProgressPerClient?: number | undefined;
};

/**
 * Counts an error that is about a wrong key. Returns it, or that there were too many of them. Requests with the right key pass,
 * whatever others at the same address send.
 */
export const countFailedAuthentications =
  (limits: RequestLimits | undefined) =>
  async (error: HttpError, request: HttpRequest): Promise<HttpError> => {
    if (error._tag !== 'Unauthorized' || limits === undefined) return error;
    const retry_after = await limits.failedAuthentications?.(
      countedAddress(limits.addressOf(request)),
    );
    return retry_after === undefined ? error : { _tag: 'TooManyRequests', retry_after };
  };

/** Room for a number of requests at once. */
type Room = {
  /** Takes a place, if there is one. */
  readonly enter: () => boolean;
  readonly leave: () => void;
};

const endlessRoom: Room = { enter: () => true, leave: () => undefined };

/** Room for so many requests; without a number there is always room. */
export const createRoom = (places: number | undefined): Room => {
  if (places === undefined) return endlessRoom;
  let taken = 0;
  return {
    enter: () => {
      if (taken >= places) return false;
      taken += 1;
      return true;
    },
    leave: () => {
      taken -= 1;
    },
  };
};

/** Of the callers that have requests in progress. */
const createRooms = (places: number) => {
  const taken = new Map<string, number>();
  return {
    enter: (scope: string): (() => void) | undefined => {
      const before = taken.get(scope) ?? 0;
      if (before >= places) return undefined;
      taken.set(scope, before + 1);
      return () => {
        const now = taken.get(scope) ?? 0;
        if (now > 1) taken.set(scope, now - 1);
        else taken.delete(scope);
      };
    },
  };
};

/** The service has no room for another request. */
export const overloaded: RequestError = { _tag: 'Overloaded' };

/** Lets the request of a caller in, and calls `onEnter` with what to do at its end; or says why not. */
export type Admit = (
  caller: ApiCaller,
  origin: Origin,
  onEnter: (leave: () => void) => void,
) => Promise<RequestError | undefined>;

/** Limits each caller; `undefined` without a limit. */
export const admission = ({
  addressOf,
  requests,
  inProgressPerClient,
}: RequestLimits): Admit | undefined => {
  if (requests === undefined && inProgressPerClient === undefined) return undefined;
  const rooms = inProgressPerClient === undefined ? undefined : createRooms(inProgressPerClient);
  return async ({ scope }, origin, onEnter) => {
    // Without API keys, every caller has the same scope.
    const who = scope === 'open' ? countedAddress(addressOf(origin)) : scope;
    const retry_after = await requests?.(who);
    if (retry_after !== undefined) return { _tag: 'TooManyRequests', retry_after };
    if (rooms === undefined) return undefined;
    const leave = rooms.enter(who);
    if (leave === undefined) return overloaded;
    onEnter(leave);
    return undefined;
  };
};
