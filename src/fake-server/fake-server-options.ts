import type { Clock } from '../application/ports/clock.js';
import type { Logger } from '../application/ports/logger.js';
import type { Delivery } from './webhooks/delivery.js';

/** How a fake server is set up. Everything has a default. */
export type FakeServerOptions = {
  /** Address to listen on. Absent: 127.0.0.1. */
  readonly host?: string;
  /** Absent or 0: a free one. */
  readonly port?: number;
  /** The same seed gives an account of the same name the same ids. Absent: a random one. */
  readonly seed?: number | string;
  /** Unix seconds. Absent: the system's time. */
  readonly clock?: Clock;
  /** How many events each account keeps; the oldest go first. Absent: 10 000. */
  readonly keepEvents?: number;
  /** `false`: card numbers are refused, as with accounts that may not send them. Absent: `true`. */
  readonly rawCardNumbers?: boolean;
  /** `false`: card tokens are refused as sources of customers and charges, as with accounts of today. Absent: `true`. */
  readonly cardTokens?: boolean;
  /**
   * `url`: where every event of every account is sent, beside the endpoints that an account registers. `secret`: what is
   * signed with that goes to URLs that nobody registered; absent: one made of the seed.
   */
  readonly webhook?: { readonly url?: string; readonly secret?: string };
  /** How long it is from each failed try of a webhook until the next one, in seconds. Absent: up to three days in all. */
  readonly webhookPauses?: ReadonlyArray<number>;
  /** For how long the answer of a webhook is waited for, in milliseconds. Absent: 20 000. */
  readonly webhookTimeoutMs?: number;
  /** Gets every try to send an event. */
  readonly onDelivery?: (delivery: Delivery) => void;
  /** Gets what is wrong with the server itself. Absent: it is emitted as a warning of the process. */
  readonly logger?: Logger;
};

const nothing = (): void => undefined;

/** Says what is wrong as warnings of the process, and nothing else. */
export const warningLogger: Logger = {
  info: nothing,
  warn: nothing,
  error: (message, { cause } = {}) => {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    process.emitWarning(message, { type: 'FakeServer', detail });
  },
};
