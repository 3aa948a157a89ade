/** The fields of a request that decide its place among events. */
type RequestStep = {
  readonly id: string;
  /** The number that the next event had when it came, where that is known. */
  readonly nextEvent: number | undefined;
};

/** The fields of an event that decide its place. */
type EventStep = {
  /** Rises with each event. */
  readonly number: number;
  /** The id of the request that caused it. */
  readonly request: string | null;
};

/** A step in the life of a payment. */
type TimelineStep<R, V> =
  | { readonly request: R; readonly event?: never }
  | { readonly event: V; readonly request?: never };

/**
 * Puts requests and events, each from old to new, in the order in which they happened. Their times say little: the processor's
 * clock can be moved, and several steps happen in one second. So an event follows the request that it names, and others follow
 * the requests that came before them.
 */
export const timelineOf = <R extends RequestStep, V extends EventStep>(
  requests: ReadonlyArray<R>,
  events: ReadonlyArray<V>,
): ReadonlyArray<TimelineStep<R, V>> => {
  const named = new Set(events.map(({ request }) => request));
  const steps: Array<TimelineStep<R, V>> = [];
  let at = 0;
  const passUntil = (end: number): void => {
    for (const request of requests.slice(at, end)) steps.push({ request });
    at = Math.max(at, end);
  };
  const precedes = ({ id, nextEvent }: R, { number }: V): boolean =>
    !named.has(id) && (nextEvent === undefined || nextEvent <= number);
  for (const event of events) {
    const cause = requests.findIndex(({ id }) => id === event.request);
    if (cause >= 0) passUntil(cause + 1);
    else {
      const next = requests.findIndex((request, place) => place >= at && !precedes(request, event));
      passUntil(next < 0 ? requests.length : next);
    }
    steps.push({ event });
  }
  passUntil(requests.length);
  return steps;
};
