import * as t from 'io-ts';

/** What came of a try: the status of the answer, or why there is none. */
export type DeliveryOutcome = { readonly status: number | null; readonly error: string | null };

/** Whether the receiver has taken the event: any 2xx, so that a redirect is a failure. */
export const isTaken = ({ status, error }: DeliveryOutcome): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/**
 * One try to send an event. Moments are Unix seconds of the machine's time, and not of the processor's, whose clock can
 * be moved: a receiver compares the signature with its own time.
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
    /** The registered endpoint; `null`: the server's own webhook, or a URL that an event was sent to again. */
    endpoint: t.union([t.string, t.null]),
    url: t.string,
    /** The first try is 1; 0: it was not sent at all. */
    attempt: t.number,
    /** Sent again because somebody asked for it. */
    resent: t.boolean,
    /** The status of the answer; `null` where none came. */
    status: t.union([t.number, t.null]),
    /** Why no answer came. */
    error: t.union([t.string, t.null]),
    /** When it is tried again; `null`: it has been taken, or was given up. */
    next_attempt: t.union([t.number, t.null]),
  }),
);
export type Delivery = t.TypeOf<typeof Delivery>;
