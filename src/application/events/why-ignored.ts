import type { ProcessorEvent } from '../../domain/processor-event.js';

type Gate = {
  /** Whether the service takes live events; absent: it takes both kinds. */
  readonly livemode: boolean | undefined;
  readonly hasHandler: (type: string) => boolean;
};

const kindOf = (livemode: boolean): string => (livemode ? 'live' : 'test');

/** Why nobody is to handle an event; `undefined`: somebody is. */
export const whyIgnored =
  ({ livemode, hasHandler }: Gate) =>
  ({ type, ...event }: ProcessorEvent): string | undefined => {
    if (livemode !== undefined && event.livemode !== livemode) {
      return `a ${kindOf(event.livemode)} event, and only ${kindOf(livemode)} events are handled here`;
    }
    return hasHandler(type) ? undefined : 'no handler is registered for its type, and no forwarder';
  };
