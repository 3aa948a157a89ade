import type { Clock } from '../../application/ports/clock.js';
import type { Delivery } from './delivery.js';

/** Options for sending events to webhooks. */
export type WebhooksOptions = {
  /** A URL that receives every event, in addition to the registered endpoints. */
  readonly webhook: string | undefined;
  /** Signs requests to URLs that are not registered. */
  readonly secret: string;
  /** Whether events are sent when they happen. A resend is always sent. */
  readonly send: boolean;
  /** Seconds to wait after each failed attempt. */
  readonly pauses: ReadonlyArray<number>;
  /** The number of attempts in the log. */
  readonly keepDeliveries: number;
  /** The number of deliveries in progress, with those that wait for a retry; events beyond it are not sent. */
  readonly keepWaiting: number;
  /** The system time in Unix seconds. */
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly onDelivery: (delivery: Delivery) => void;
};
