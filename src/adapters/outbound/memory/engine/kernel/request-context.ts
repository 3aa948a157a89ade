import type { ChargeFailure } from '../cards/decide-authorization.js';
import type { EventType } from '../objects/event-types.js';
import type { JsonObject } from '../objects/json.js';
import type { State } from '../store/state.js';

/** One call as an operation sees it. */
export type RequestContext = {
  readonly state: State;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: (prefix: string) => string;
  /** The same for the same number, and of no use to find it. */
  readonly fingerprintOf: (number: string) => string;
  /** Of whom makes the call; `null` where nobody can tell. */
  readonly clientIp: string | null;
  /** The page on which a customer authenticates. */
  readonly challengeUrl: (paymentIntent: string) => string;
  /** Whether cards may be given to customers, and be charged, as sources. */
  readonly cardTokens: boolean;
  /** What is to happen to the charge of this call, whatever the card says. */
  readonly chargeFailure: ChargeFailure | null;
  /** Appends an event about an object as it is now. `previous`: what it replaced, for events about updates. */
  readonly emit: (type: EventType, object: JsonObject, previous?: JsonObject) => void;
};
