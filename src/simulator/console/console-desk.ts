import type * as E from 'fp-ts/lib/Either.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Doubt } from '../../domain/doubt.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { MemoryControls } from '../controls/memory-controls.js';

/** The objects that the console lists. */
export const consoleObjects = ['payments', 'customers', 'refunds', 'disputes', 'events'] as const;

/** A kind of object that the console lists. */
type ConsoleObjects = (typeof consoleObjects)[number];

/** A page of objects, newest first, as they are on the wire. */
type ConsolePage = { readonly data: ReadonlyArray<object>; readonly has_more: boolean };

/** What a merchant does in the dashboard of the processor, and a customer at the bank. Amounts are minor units. */
type MerchantActions = {
  readonly refund: (payment: string, amount?: number) => E.Either<PaymentError, object>;
  readonly capture: (payment: string) => E.Either<PaymentError, object>;
  readonly cancel: (payment: string) => E.Either<PaymentError, object>;
  readonly dispute: (payment: string) => E.Either<PaymentError, object>;
};

/** The events of an account on their way to webhooks. */
type ConsoleWebhooks = {
  /** The latest attempts to send events, newest first; with `event`, those of that event. */
  readonly list: (event?: string) => TE.TaskEither<PaymentError, ReadonlyArray<object>>;
  readonly resend: (event: string) => TE.TaskEither<PaymentError, object>;
};

/** An account of the processor, as the console shows it. */
export type ConsoleAccount = {
  readonly reference: string;
  readonly controls: MemoryControls;
  readonly counts: () => { readonly [O in ConsoleObjects]: number };
  /** A page of objects; `after`: those that follow the object with this id. */
  readonly list: (objects: ConsoleObjects, after?: string) => ConsolePage;
  readonly find: (id: string) => object | null;
  /** The latest events about a payment and what belongs to it, oldest first, with their rising numbers. */
  readonly eventsOf: (
    payment: string,
  ) => ReadonlyArray<{ readonly event: object; readonly number: number }>;
  readonly merchant: MerchantActions;
  readonly webhooks: ConsoleWebhooks;
  /** Requests with an unknown outcome, and payments that nobody has confirmed again. Absent: only a service has them. */
  readonly doubts?: T.Task<ReadonlyArray<Doubt>> | undefined;
  readonly fixture: () => object;
  /** Calls the listener after changes. Returns a function that removes it. */
  readonly onChange: (listener: () => void) => () => void;
};

/** The accounts that the console shows. */
export type ConsoleDesk = {
  /** The references of the accounts, the first account first, then the last used. */
  readonly accounts: () => ReadonlyArray<string>;
  /** Finds an account; `null`: the first. */
  readonly open: (reference: string | null) => ConsoleAccount | undefined;
  /** A line for a terminal that makes a first object. `{{origin}}` stands for the address of the server. */
  readonly firstRequest: (account: string) => string;
};
