import type { Clock } from '../../application/ports/clock.js';
import type { Delivery } from './delivery.js';

/** How events are sent. */
export type WebhooksOptions = {
  /** A URL to which every event goes, beside the registered endpoints. */
  readonly webhook: string | undefined;
  /** What calls to URLs are signed with that nobody registered. */
  readonly secret: string;
  /** How long it is from each failed try until the next one, in seconds. */
  readonly pauses: ReadonlyArray<number>;
  /** How many tries are remembered. */
  readonly keepDeliveries: number;
  /** How many deliveries may be under way, retries among them; what is beyond is not sent. */
  readonly keepWaiting: number;
  /** The machine's time, in Unix seconds. */
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onDelivery: (delivery: Delivery) => void;
};
