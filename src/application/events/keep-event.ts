import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import { withoutClientSecret } from '../../domain/redact.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';

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
