import * as t from 'io-ts';

/** The outcome of an attempt: the status of the response, or why there is none. */
export type DeliveryOutcome = { readonly status: number | null; readonly error: string | null };

/** Whether the receiver has accepted the event, with any 2xx. A redirect is a failure. */
export const isAccepted = ({ status, error }: DeliveryOutcome): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/**
 * An attempt to send an event. Times are Unix seconds of the system clock, not of the processor's clock, which can be moved:
 * receivers compare the time of the signature with their own.
 */
export const Delivery = t.readonly(
  t.type({
    /** `dlv_...` */
    id: t.string,
    object: t.literal('delivery'),
    /** When it was sent. */
    created: t.number,
    /** Id of the event. */
    event: t.string,
    type: t.string,
    /** Id of the registered endpoint; `null`: the webhook of the options, or the URL of a resend. */
    endpoint: t.union([t.string, t.null]),
    url: t.string,
    /** The first attempt is 1; 0: the event was not sent at all. */
    attempt: t.number,
    /** Whether a resend asked for this attempt. */
    resent: t.boolean,
    /** HTTP status of the response; `null`: no response. */
    status: t.union([t.number, t.null]),
    /** Why there is no response; `null`: there is one. */
    error: t.union([t.string, t.null]),
    /** Time of the next attempt; `null`: the event was accepted, or no attempt is left. */
    next_attempt: t.union([t.number, t.null]),
  }),
);
export type Delivery = t.TypeOf<typeof Delivery>;

/** A line about one attempt to deliver a webhook: its result and its event. */
export const describeDelivery = (delivery: Delivery): string => {
  const { status, error, type, event, attempt, next_attempt, resent } = delivery;
  const again =
    next_attempt === null ? '' : `, next at ${new Date(next_attempt * 1000).toISOString()}`;
  const which = attempt > 1 || next_attempt !== null ? ` (attempt ${attempt}${again})` : '';
  return `webhook ${status ?? error} ${type} ${event}${resent ? ' (resent)' : which}`;
};
