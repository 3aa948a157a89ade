import type { Outcome } from './outcome.js';

/**
 * One try to send an event. Moments are the machine's time and not the processor's, whose clock can be moved: a receiver
 * compares the signature with its own time.
 */
export type Delivery = Outcome & {
  /** `dlv_...` */
  readonly id: string;
  readonly object: 'delivery';
  /** When it was sent. Unix seconds. */
  readonly created: number;
  /** Id of the event. */
  readonly event: string;
  readonly type: string;
  /** The registered endpoint; `null`: the server's own webhook, or a URL that an event was sent to again. */
  readonly endpoint: string | null;
  readonly url: string;
  /** The first try is 1. */
  readonly attempt: number;
  /** Sent again because somebody asked for it. */
  readonly resent: boolean;
  /** When it is tried again, Unix seconds; `null`: it has been taken, or was given up. */
  readonly next_attempt: number | null;
};
