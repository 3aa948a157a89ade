import type { RequestName } from './incident.js';
import type { Journey } from './journeys.js';

/** Something that customer, shop and processor send each other about one order, as it came in the rehearsal. */
export type ShopMessage =
  /** The order as a whole. */
  | { readonly on: 'order' }
  | {
      readonly on: 'call';
      /** `POST /v1/payment_intents/{id}/confirm` */
      readonly to: string;
      /** Counts from 1 among the calls about the order with this name. */
      readonly call: number;
      readonly changes: boolean;
      /** Whether it has an idempotency key. */
      readonly hasKey: boolean;
      /** Whether it causes webhooks. */
      readonly events: boolean;
    }
  | {
      readonly on: 'webhook';
      readonly type: string;
      /** How long the shop handled it. Milliseconds. */
      readonly ms: number;
    }
  | {
      readonly on: 'commit';
      /** `insert orders, update payments` */
      readonly of: string;
      /** Counts from 1 among the commits about the order with this name. */
      readonly commit: number;
    }
  | { readonly on: 'request'; readonly request: RequestName };

/** A journey with its messages: those that no journey before it has. */
export type SeenJourney = {
  readonly journey: Journey;
  readonly messages: ReadonlyArray<ShopMessage>;
};

/** The observations of the rehearsal. */
export type Seen = {
  /** The first one is the payment with a good card. */
  readonly journeys: ReadonlyArray<SeenJourney>;
  /** How often the shop tries a call that has no answer, before it gives up. */
  readonly tries: number;
  /** How long it waits for an answer, with all its tries. Milliseconds; `null`: longer than the rehearsal. */
  readonly patienceMs: number | null;
};

const ordinal = (call: number): string => (call === 1 ? '' : ` #${call}`);

/** A name that stays the same from run to run: `POST /v1/refunds`, `POST /v1/payment_intents #2`, `webhook charge.succeeded`. */
export const messageName = (message: ShopMessage): string => {
  switch (message.on) {
    case 'order':
      return 'order';
    case 'call':
      return `${message.to}${ordinal(message.call)}`;
    case 'commit':
      return `commit of ${message.of}${ordinal(message.commit)}`;
    case 'webhook':
      return `webhook ${message.type}`;
    case 'request':
      return `answer to ${message.request}`;
  }
};
