import { pipe } from 'fp-ts/lib/function.js';
import * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import { eventWithoutClientSecret } from '../../domain/redact.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { Telemetry } from '../ports/telemetry.js';

type Gate = {
  /** Handles live events (`true`) or test events (`false`); `undefined`: both. */
  readonly livemode: boolean | undefined;
  readonly hasHandler: (type: string) => boolean;
};

const kindOf = (livemode: boolean): string => (livemode ? 'live' : 'test');

/** Returns the reason to ignore an event; `undefined`: it is handled. */
export const whyIgnored =
  ({ livemode, hasHandler }: Gate) =>
  (event: ProcessorEvent): string | undefined => {
    if (livemode !== undefined && event.livemode !== livemode) {
      return `this is a ${kindOf(event.livemode)} event, and only ${kindOf(livemode)} events are handled here`;
    }
    return hasHandler(event.type)
      ? undefined
      : 'no handler is registered for this event type, and no forwarder is configured';
  };

type Dependencies = {
  readonly eventStore: Pick<EventStore, 'store'>;
  readonly clock: Clock;
  /** The reason to ignore an event; `undefined`: it is handled. */
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly telemetry: Pick<Telemetry, 'eventReceived' | 'eventConcluded'>;
};

const reportKept =
  (
    { eventReceived, eventConcluded }: Dependencies['telemetry'],
    type: string,
    isIgnored: boolean,
  ) =>
  (outcome: 'stored' | 'duplicate'): IO.IO<void> => {
    const duplicate = outcome === 'duplicate';
    const received = () => eventReceived({ type, duplicate });
    return duplicate || !isIgnored
      ? received
      : pipe(
          received,
          IO.tap(() => () => eventConcluded({ type, conclusion: 'ignored' })),
        );
  };

/** Stores an event of the processor without any `client_secret` (decision P8). */
export const keepEvent =
  (deps: Dependencies) =>
  (
    event: ProcessorEvent,
    signedWith?: string,
  ): TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'> => {
    const reason = deps.whyIgnored(event);
    return pipe(
      deps.eventStore.store(eventWithoutClientSecret(event), deps.clock(), reason, signedWith),
      TE.tapIO(reportKept(deps.telemetry, event.type, reason !== undefined)),
    );
  };
