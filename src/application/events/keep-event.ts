import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import { withoutClientSecret } from '../../domain/redact.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';

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

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'store'>;
  readonly clock: Clock;
  /** Why nobody is to handle an event; `undefined`: somebody is. */
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
};

/** Keeps an event that is known to be the processor's, without any `client_secret` (decision P8). */
export const keepEvent =
  (deps: Dependencies) =>
  (
    event: ProcessorEvent,
    signedWith?: string,
  ): TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'> =>
    deps.eventStore.store(
      withoutClientSecret(event),
      deps.clock(),
      deps.whyIgnored(event),
      signedWith,
    );
