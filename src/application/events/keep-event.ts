import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
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
  /** Called when a new event is stored. Returns immediately. */
  readonly onKept?: (event: ProcessorEvent) => IO.IO<void>;
};

/** Reports that an event was kept. `TE.tapIO` would take as long as keeping it. */
const reportKept =
  (
    { eventReceived, eventConcluded }: Dependencies['telemetry'],
    type: string,
    isIgnored: boolean,
  ) =>
  (outcome: 'stored' | 'duplicate'): IO.IO<void> =>
  () => {
    const duplicate = outcome === 'duplicate';
    const received = eventReceived({ type, duplicate });
    return isIgnored && !duplicate ? eventConcluded({ type, conclusion: 'ignored' }) : received;
  };

/** Stores an event of the processor without any `client_secret` (decision P8). */
export const keepEvent =
  (deps: Dependencies) =>
  (
    event: ProcessorEvent,
    signedWith?: string,
  ): TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'> => {
    const { eventStore, clock, telemetry, onKept = () => () => undefined } = deps;
    const reason = deps.whyIgnored(event);
    const store = eventStore.store(eventWithoutClientSecret(event), clock(), reason, signedWith);
    const report = reportKept(telemetry, event.type, reason !== undefined);
    return async () => {
      const kept = await store();
      if (E.isRight(kept)) await T.fromIO(report(kept.right))();
      if (E.isRight(kept) && kept.right === 'stored') await T.fromIO(onKept(event))();
      return kept;
    };
  };
