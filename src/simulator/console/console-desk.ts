import type * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Doubt } from '../../domain/doubt.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import type { Fixture } from '../controls/fixture.js';
import type { MemoryControls } from '../controls/memory-controls.js';
import type { QueuedFailure } from '../engine/kernel/planned-failures.js';
import type { EventObject } from '../engine/objects/event.js';
import type { JsonObject } from '../engine/objects/json.js';
import type { ListObject } from '../engine/objects/object.js';
import type { WebhookDoubles } from '../webhooks/webhooks.js';

/** The objects that the console lists. */
export const consoleObjects = [
  'payments',
  'sessions',
  'setups',
  'customers',
  'refunds',
  'disputes',
  'events',
] as const;

export type ConsoleObjects = (typeof consoleObjects)[number];

/** The lists of the console. */
export type ConsoleList = ConsoleObjects | 'deliveries' | 'doubts' | 'findings' | 'requests';

/** A page of objects, newest first. */
type ObjectsPage = Pick<ListObject<JsonObject>, 'data' | 'has_more'>;

/** Shows an engine to people, and does what a merchant does in a dashboard. Planned failures do not apply to it. */
export type EngineInspection = {
  readonly counts: () => { readonly [O in ConsoleObjects]: number };
  /** A page of at most `limit` objects, up to 100; after an unknown cursor it is empty. */
  readonly list: (objects: ConsoleObjects, limit: number, after?: string) => ObjectsPage;
  readonly find: (id: string) => JsonObject | null;
  /** The names of the first lines of a checkout session. */
  readonly linesOf: (session: string) => ReadonlyArray<string>;
  /** The events about objects and what belongs to them, such as a payment and its refunds, oldest first, with their numbers. */
  readonly eventsOf: (
    ids: ReadonlySet<string>,
  ) => ReadonlyArray<{ readonly event: EventObject; readonly number: number }>;
  /** The number that the next event will have. */
  readonly nextEvent: () => number;
  readonly merchant: {
    /** Refunds minor units of a payment; absent: all that is not refunded yet. */
    readonly refund: (payment: string, amount?: number) => E.Either<ProcessorError, JsonObject>;
    readonly capture: (payment: string) => E.Either<ProcessorError, JsonObject>;
    /** Cancels a payment or a setup intent. */
    readonly cancel: (intent: string) => E.Either<ProcessorError, JsonObject>;
    /** Ends a checkout session before its time. */
    readonly expireSession: (session: string) => E.Either<ProcessorError, JsonObject>;
    /** The customer disputes it at the bank. */
    readonly dispute: (payment: string) => E.Either<ProcessorError, JsonObject>;
  };
  /** The failures that wait for their requests. */
  readonly plannedFailures: () => ReadonlyArray<QueuedFailure>;
  readonly forgetFailures: () => void;
  readonly fixture: () => Fixture;
  /** Calls the listener when something has happened that has an event, and after a reset. Returns what removes it. */
  readonly onChange: (listener: () => void) => () => void;
};

/** The events of an account on their way to webhooks. */
type ConsoleWebhooks = {
  /** The latest attempts to send events, newest first; with `event`, those of that event. */
  readonly list: (event?: string) => TE.TaskEither<PaymentError, ReadonlyArray<object>>;
  readonly resend: (event: string) => TE.TaskEither<PaymentError, object>;
  /** Absent: nothing is sent, so that nothing can come twice. */
  readonly doubles?: WebhookDoubles;
};

/** The findings of the reconciliation in a service. */
type ConsoleFindings = {
  readonly list: T.Task<ReadonlyArray<{ readonly id: string }>>;
  /** Marks one as seen, or not, with a note. */
  readonly mark: (
    id: string,
    mark: { readonly seen: boolean; readonly note?: string | undefined },
  ) => TE.TaskEither<PaymentError, object>;
};

/** An account of the processor, as the console shows it. */
export type ConsoleAccount = EngineInspection & {
  readonly reference: string;
  readonly controls: MemoryControls;
  readonly webhooks: ConsoleWebhooks;
  /** Requests with an unknown outcome, and payments that nobody has confirmed again. Absent: only a service has them. */
  readonly doubts?: T.Task<ReadonlyArray<Doubt>> | undefined;
  /** Absent: only a service that reconciles has them. */
  readonly findings?: ConsoleFindings | undefined;
};

/** The accounts that the console shows. */
export type ConsoleDesk = {
  /** The references of the accounts, the first account first, then the last used. */
  readonly accounts: () => ReadonlyArray<string>;
  /** Finds an account; `null`: the one that was used last. */
  readonly open: (reference: string | null) => ConsoleAccount | undefined;
  /** A line for a terminal that makes a first object. `{{origin}}` stands for the address of the server. */
  readonly firstRequest: (account: string) => string;
};
