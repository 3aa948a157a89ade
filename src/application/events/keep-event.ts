import * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { eventWithoutEvidence } from '../../domain/events/event-without-evidence.js';
import { accountOf, type ProcessorEvent } from '../../domain/events/processor-event.js';
import { eventWithoutCardData } from '../../domain/free-text.js';
import { processingMarkType } from '../../domain/objects/payment-outcome.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { Telemetry } from '../ports/telemetry.js';
import { eventWithoutClientSecret } from '../without-client-secret.js';
import type { HandlingContext } from './handle-event.js';

type Gate = {
  /** Handles live events (`true`) or test events (`false`); `undefined`: both. Events that do not say are handled. */
  readonly livemode: boolean | undefined;
  /** Whether events of this account are handled, `acct_...`. Most events name none, and are handled. */
  readonly takesAccount: (account: string) => boolean;
  readonly hasHandler: (type: string) => boolean;
  /** Whether superseded events are ignored. */
  readonly skipSuperseded: boolean;
  /** Whether those of a type are handled all the same. Absent: none. */
  readonly takesSuperseded?: (type: string) => boolean;
};

/** Decides whether an event is ignored, and why: when it is stored, and again when it is handled. `undefined`: it is handled. */
export type WhyIgnored = (
  event: ProcessorEvent,
  context?: Pick<HandlingContext, 'superseded'>,
) => string | undefined;

/** Takes the events of the named accounts; `*` names all. */
export const takesAccounts =
  (named: ReadonlyArray<string>): Gate['takesAccount'] =>
  (account) =>
    named.includes('*') || named.includes(account);

// The name stands in the store, which cannot keep every text.
const shownAccount = (account: string): string =>
  /^[\w-]{1,255}$/.test(account) ? `account ${account}` : 'another account';

const kindOf = (livemode: boolean): string => (livemode ? 'live' : 'test');

/** Returns the reason to ignore an event; `undefined`: it is handled. */
export const whyIgnored =
  ({
    livemode,
    takesAccount,
    hasHandler,
    skipSuperseded,
    takesSuperseded = () => false,
  }: Gate): WhyIgnored =>
  (event, { superseded } = { superseded: false }) => {
    const { livemode: isLive = livemode } = event;
    if (event.type === processingMarkType) {
      return 'it only remembers that the payment was processing';
    }
    if (livemode !== undefined && isLive !== undefined && isLive !== livemode) {
      return `this is a ${kindOf(isLive)} event, and only ${kindOf(livemode)} events are handled here`;
    }
    const account = accountOf(event);
    if (account !== undefined && !takesAccount(account)) {
      return `this is an event of ${shownAccount(account)}, which WEBHOOK_ACCOUNTS (option webhookAccounts) does not name`;
    }
    if (superseded && skipSuperseded && !takesSuperseded(event.type)) {
      return 'a newer event of the same object was handled before, and superseded events are skipped here';
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

/**
 * Stores an event of the processor without any `client_secret` (decision P8), without the evidence of a dispute (decision W16), and
 * without the card numbers in its free texts (decision A18).
 */
export const keepEvent =
  (deps: Dependencies) =>
  (
    event: ProcessorEvent,
    signedWith?: string,
  ): TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'> => {
    const { eventStore, clock, telemetry, onKept = () => () => undefined } = deps;
    const reason = deps.whyIgnored(event);
    const storable = eventWithoutCardData(eventWithoutEvidence(eventWithoutClientSecret(event)));
    const store = eventStore.store(storable, clock(), reason, signedWith);
    const report = reportKept(telemetry, event.type, reason !== undefined);
    return async () => {
      const kept = await store();
      if (E.isRight(kept)) await T.fromIO(report(kept.right))();
      if (E.isRight(kept) && kept.right === 'stored') await T.fromIO(onKept(event))();
      return kept;
    };
  };
