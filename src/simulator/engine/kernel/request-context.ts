import type { ChargeFailure } from '../cards/decide-authorization.js';
import type { FeeRate } from '../objects/balance.js';
import type { ElementsOptions } from '../objects/confirmation-token.js';
import type { EventType } from '../objects/event-types.js';
import type { JsonObject } from '../objects/json.js';
import type { State } from '../store/state.js';

/** Defaults of an intent. They differ by API version. */
export type IntentDefaults = {
  /** Cards alone, or the payment methods that the account has enabled. */
  readonly methods: 'cards' | 'enabled';
  readonly captureMethod: 'automatic' | 'automatic_async';
};

/** The context of an operation during one request. */
export type RequestContext = {
  readonly state: State;
  /** The id of the account, `acct_...`. */
  readonly account: string;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: (prefix: string) => string;
  /** A keyed hash of a card number: equal for equal numbers. */
  readonly fingerprintOf: (number: string) => string;
  /** The caller's IP address; `null` if unknown. */
  readonly clientIp: string | null;
  /** The page on which a customer authenticates a payment intent or setup intent. */
  readonly challengeUrl: (intent: string) => string;
  readonly intentDefaults: IntentDefaults;
  /** The Elements that took the payment details; `null`: none, or with a client secret. */
  readonly elements: ElementsOptions | null;
  /** The id of the account's payment methods (`pmc_...`). */
  readonly methodConfiguration: string;
  /** The payment methods that are on until the account says otherwise. */
  readonly methods: ReadonlyArray<string>;
  /** The page of a checkout session. */
  readonly checkoutUrl: (session: string) => string;
  /** Whether card tokens are accepted as sources of customers and charges. */
  readonly cardTokens: boolean;
  /** The fee of each charge; `null`: none. */
  readonly fees: FeeRate | null;
  /** The planned failure of this request's charge or setup, whatever its card does. */
  readonly chargeFailure: ChargeFailure | null;
  /** Appends an event with the object as it is now. `previous`: the replaced values, in events about updates. */
  readonly emit: (type: EventType, object: JsonObject, previous?: JsonObject) => void;
};
