import * as E from 'fp-ts/lib/Either.js';
import type { CardNumbersInTextPolicy } from '../application/card-numbers-in-text.js';
import type { Ceilings } from '../application/ceilings.js';
import {
  aClock,
  aFlag,
  aFunction,
  aLogger,
  also,
  anyText,
  aWholeNumber,
  aWord,
  checkedOptions,
  type Described,
  hasFunctions,
  must,
  optional,
  options,
  type Problems,
  problemsOf,
  textsThat,
  together,
  withoutProblems,
} from '../application/checked-input.js';
import { aTelemetry } from '../application/given-telemetry.js';
import type { Clock } from '../application/ports/clock.js';
import { type EventStore, eventStoreFunctions } from '../application/ports/event-store.js';
import {
  type IdempotencyStore,
  idempotencyStoreFunctions,
} from '../application/ports/idempotency-store.js';
import type { Logger } from '../application/ports/logger.js';
import {
  type ConfirmationMethod,
  type ProcessorExtras,
  processorFunctions,
} from '../application/ports/payment-processor.js';
import {
  type GivenProcessor,
  missingForFunction,
} from '../application/ports/processor-functions-by-feature.js';
import { type RefundSums, refundSumsFunctions } from '../application/ports/refund-sums.js';
import type { Telemetry } from '../application/ports/telemetry.js';
import type { WebhookReceiver } from '../application/ports/webhook-receiver.js';
import type { UnknownFieldsPolicy } from '../application/unknown-fields.js';
import { isObject, objectFields } from '../domain/input/json.js';
import { misspeltName } from '../domain/input/misspelt-names.js';
import { unitsOfCurrency } from '../domain/money/currency.js';
import { isAppScheme } from '../domain/objects/return-url.js';
import type { ProcessorFeatures } from '../domain/processor-feature.js';
import {
  EventHandlingOptions,
  type EventHandlingSettings,
} from './events/event-handling-settings.js';
import { IdempotencyOptions, IdempotencySecret } from './idempotency/idempotency-options.js';

/** Whether a text names an account of any processor, or with `*` all accounts. */
export const isAccountName = (text: string): boolean => /^(?:[\w-]{1,255}|\*)$/.test(text);

/** Whether a text names an account of Stripe, or with `*` all accounts. */
export const isStripeAccountName = (text: string): boolean =>
  /^(?:acct_[A-Za-z0-9]{1,250}|\*)$/.test(text);

const wantedAccounts =
  "must be an array of ids of accounts, such as ['acct_1a2b'], or ['*'] for all";

const isLookUps = (lookUps: unknown): lookUps is NonNullable<ProcessorExtras['lookUps']> =>
  isObject(lookUps) &&
  Object.entries(lookUps).every(
    ([name, lookUp]) => Object.hasOwn(processorFunctions, name) && typeof lookUp === 'function',
  );

const Features = options<ProcessorFeatures>({
  customers: optional(aFlag),
  savedCards: optional(aFlag),
  cardTokens: optional(aFlag),
  lists: optional(aFlag),
  setupIntents: optional(aFlag),
  checkout: optional(aFlag),
  capture: optional(aFlag),
  partialRefunds: optional(aFlag),
  confirmOnCreation: optional(aFlag),
  redirects: optional(aFlag),
  methodChoice: optional(aFlag),
  confirmationTokens: optional(aFlag),
  updates: optional(aFlag),
  ledgers: optional(aFlag),
  balance: optional(aFlag),
  disputes: optional(aFlag),
});

/** Says that the secrets of Stripe's webhooks have no use. */
export const unusedWebhookSecrets = (name: string): string =>
  `${name} must be left out: these are secrets of Stripe's webhooks, and the processor has webhooks of its own, which know their secrets`;

const isNotEmpty = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

const aWebhookReceiver = hasFunctions<WebhookReceiver>({ receive: true });

const extras: Described<ProcessorExtras> = {
  features: optional(Features),
  requestFormat: optional(anyText),
  apiVersion: optional(anyText),
  livemode: optional(aFlag),
  retrieveAccount: optional(aFunction()),
  close: optional(aFunction()),
  webhooks: optional(aWebhookReceiver),
  lookUps: optional(
    must('must contain only functions that have the name of a processor function', isLookUps),
  ),
};

/** The functions that a processor with these features must have. */
const functionsWith = (given: unknown) => {
  const read = Features.read(given ?? {}, 'features');
  const features = E.isRight(read) ? read.right : {};
  return Object.fromEntries(
    Object.keys(processorFunctions)
      .filter((name) => missingForFunction(features, name) === undefined)
      .map((name) => [name, true]),
  );
};

// A processor may have functions of its own, but its look-ups or webhooks under a misspelt name would never be used.
const misspeltExtras = (processor: object, name: string): Problems => {
  const nearest = misspeltName(Object.keys(extras).filter((extra) => extra !== 'close'));
  return Object.keys(processor).flatMap((field) => {
    const meant = Object.hasOwn(extras, field) ? null : nearest(field);
    return meant === null ? [] : [`${name} has no use for ${field} (did you mean ${meant}?)`];
  });
};

const describeNoProcessor = (given: unknown): string => {
  if (typeof given === 'function') {
    return 'processor is a function: call it, as in createMemoryProcessor()';
  }
  return isObject(given)
    ? 'processor is a promise: await it'
    : 'processor is missing: pass createMemoryProcessor(), createStripeProcessor({ ... }) or your own';
};

/** A processor with its extras. */
export const aProcessor = withoutProblems<GivenProcessor>((processor, name) =>
  isObject(processor) && typeof Reflect.get(processor, 'then') !== 'function'
    ? [
        ...misspeltExtras(processor, name),
        ...Object.entries(extras).flatMap(([extra, check]) =>
          problemsOf(check, Reflect.get(processor, extra), `${name}.${extra}`),
        ),
        ...problemsOf(
          hasFunctions(functionsWith(Reflect.get(processor, 'features'))),
          processor,
          name,
        ),
      ]
    : [describeNoProcessor(processor)],
);

/**
 * Where payments are kept beyond the process: the result of `openSqliteStores()` or `openPostgresStores()`, or stores of your own,
 * at least one. Those that are missing are in memory, until the process ends.
 */
export type PaymentsStores = {
  /** Where received events are stored. */
  readonly eventStore?: EventStore;
  /** Where idempotency keys and responses are stored. */
  readonly idempotencyStore?: IdempotencyStore;
  /** Where the refunds of a day are added up. */
  readonly refundSums?: RefundSums;
  /** For your program, after `payments.stop()`. Payments do not call it. */
  readonly close?: () => Promise<void>;
};

const Stores = options<PaymentsStores>({
  eventStore: optional(hasFunctions<EventStore>(eventStoreFunctions)),
  idempotencyStore: optional(hasFunctions<IdempotencyStore>(idempotencyStoreFunctions)),
  refundSums: optional(hasFunctions<RefundSums>(refundSumsFunctions)),
  close: optional(aFunction()),
});

const aStores = withoutProblems<PaymentsStores>((stores, name) => {
  const { eventStore, idempotencyStore, refundSums } = objectFields(stores);
  if (isObject(stores) && typeof Reflect.get(stores, 'then') === 'function') {
    return [`${name} is a promise: await it, as in await openSqliteStores({ path })`];
  }
  const problems = problemsOf(Stores, stores, name);
  return problems.length > 0 || (eventStore ?? idempotencyStore ?? refundSums) !== undefined
    ? problems
    : [
        `${name} has no eventStore, idempotencyStore or refundSums: leave it out to keep all in memory`,
      ];
});

/** Options of `createPayments`. Only `processor` is required. */
export type PaymentsOptions = {
  /**
   * The card processor: `createMemoryProcessor()`, `createStripeProcessor({ ... })`, or your own. One whose `features` say that it
   * lacks some may leave out the functions that need them.
   */
  readonly processor: GivenProcessor;
  /** Receives the processor's webhooks. Default: those of the processor's adapter, else Stripe's with `webhookSecrets`. */
  readonly webhooks?: WebhookReceiver;
  /**
   * Signing secrets of Stripe's webhooks (`whsec_...`); several while you replace one. Default: none, and no webhook is accepted. Not
   * with other `webhooks`, which know their own secrets.
   */
  readonly webhookSecrets?: ReadonlyArray<string>;
  /** The stores that `openSqliteStores()` or `openPostgresStores()` opens, or your own. Default: in memory, until the process ends. */
  readonly stores?: PaymentsStores;
  /**
   * Encrypts stored responses. It must be the same in all processes that use the `idempotencyStore`, which requires one. Pass
   * several while you replace one, the new one first.
   */
  readonly idempotencySecret?: IdempotencySecret;
  /** How requests with idempotency keys are handled: `payments.withIdempotencyKey(key)`. */
  readonly idempotency?: IdempotencyOptions;
  /** Returns the time in Unix seconds. Default: the system clock. */
  readonly clock?: Clock;
  /** After a 3D Secure challenge, `manual` (default) waits until you confirm again; with `automatic` the payment continues by itself. */
  readonly confirmationMethod?: ConfirmationMethod;
  /** Three-letter codes of the currencies that payments may be in. Default: `['eur']`. A payment without a currency is in euros. */
  readonly currencies?: ReadonlyArray<string>;
  /**
   * Schemes of apps that a `return_url` may have, such as `['myapp']` for `myapp://paid`, in lower case. Default: none, only https
   * and http.
   */
  readonly returnUrlSchemes?: ReadonlyArray<string>;
  /** `true`: only live events are handled; `false`: only test events. The others are stored and ignored. Default: both are handled. */
  readonly livemode?: boolean;
  /**
   * The connected accounts whose events are handled, such as `['acct_1a2b']`; `['*']`: all. The events of other accounts are stored
   * and ignored. Default: none. Events that name no account are always handled.
   */
  readonly webhookAccounts?: ReadonlyArray<string>;
  /**
   * `true`: an event is ignored when a newer event of the same object was handled before. Default: `false`, and handlers learn it
   * from `superseded`.
   */
  readonly skipSuperseded?: boolean;
  /**
   * `true`: another process on the same `stores.eventStore` handles the events. This process stores events of every type for it,
   * and handles none. Default: `false`.
   */
  readonly eventsHandledElsewhere?: boolean;
  /**
   * Input fields that the operation does not know: `refuse` rejects them, `ignore` leaves them out. Default: rejected if money
   * moves, otherwise left out and named in a warning.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
  /**
   * Card numbers in the texts of inputs, in `metadata` and as idempotency key: `redact` (default) names their fields in a warning,
   * `refuse` refuses the input. Events are stored without the card numbers of their texts either way; `metadata` and the key stay.
   */
  readonly cardNumbersInText?: CardNumbersInTextPolicy | undefined;
  /**
   * The most that one payment or one refund may be, and all refunds of a day (UTC) in one currency, in minor units of whichever
   * currency. Beyond it: `PaymentTooLarge` or `RefundTooLarge`. Default: no ceilings.
   */
  readonly ceilings?: Ceilings | undefined;
  /** Receives messages about failed events, outcomes that could not be stored, and ignored fields. Default: no log. */
  readonly logger?: Logger;
  /**
   * Gets reports to count: unknown outcomes, replays, keys in doubt, events by type and conclusion, lost leases. Pass the functions
   * that you need. An error that they throw is logged. Calls of the processor are reported by its adapter.
   */
  readonly telemetry?: Partial<Telemetry>;
  /** Default: 8 events at the same time, leases of 30 seconds, 12 tries, payloads kept for 30 days. */
  readonly eventHandling?: Partial<EventHandlingSettings>;
};

const PaymentsOptions = together(
  options<PaymentsOptions>({
    processor: aProcessor,
    webhooks: optional(aWebhookReceiver),
    webhookSecrets: optional(
      textsThat('must be an array of strings: is the environment variable set?'),
    ),
    stores: optional(aStores),
    idempotencySecret: optional(IdempotencySecret),
    idempotency: optional(IdempotencyOptions),
    clock: optional(aClock),
    confirmationMethod: optional(aWord('manual', 'automatic')),
    currencies: optional(
      also(
        textsThat(
          "must be an array of codes of currencies that Stripe supports, such as ['eur', 'usd']",
          (code) => unitsOfCurrency(code) !== undefined,
        ),
        (codes, name) =>
          isNotEmpty(codes)
            ? []
            : [`${name} must not be empty, for no payment could be made: leave it out for euros`],
      ),
    ),
    returnUrlSchemes: optional(
      textsThat(
        "must be an array of schemes of apps, such as ['myapp']: not of https, http or others that browsers open themselves",
        isAppScheme,
      ),
    ),
    livemode: optional(aFlag),
    webhookAccounts: optional(textsThat(wantedAccounts, isAccountName)),
    skipSuperseded: optional(aFlag),
    eventsHandledElsewhere: optional(aFlag),
    unknownFields: optional(aWord('refuse', 'ignore')),
    cardNumbersInText: optional(aWord('redact', 'refuse')),
    ceilings: optional(
      options<Ceilings>({
        largestPayment: optional(aWholeNumber(1)),
        largestRefund: optional(aWholeNumber(1)),
        largestRefundsPerDay: optional(aWholeNumber(1)),
      }),
    ),
    logger: optional(aLogger),
    telemetry: optional(aTelemetry),
    eventHandling: optional(EventHandlingOptions),
  }),
  ({
    eventsHandledElsewhere,
    stores,
    idempotencySecret,
    idempotency,
    processor,
    webhooks,
    webhookAccounts,
    webhookSecrets,
  }) => [
    ...(eventsHandledElsewhere === true && objectFields(stores)['eventStore'] === undefined
      ? ['eventsHandledElsewhere needs a stores.eventStore that the other process can open']
      : []),
    ...(idempotencySecret === undefined &&
    objectFields(stores)['idempotencyStore'] !== undefined &&
    objectFields(idempotency)['secretInStore'] !== true
      ? [
          'idempotencySecret is missing: stores.idempotencyStore needs one, the same in every process that uses the store',
        ]
      : []),
    ...(isNotEmpty(webhookSecrets) &&
    (webhooks ?? objectFields(processor)['webhooks']) !== undefined
      ? [unusedWebhookSecrets('webhookSecrets')]
      : []),
    // Webhooks of Stripe name Stripe's accounts.
    ...((webhooks ?? objectFields(processor)['webhooks']) === undefined
      ? problemsOf(
          optional(textsThat(wantedAccounts, isStripeAccountName)),
          webhookAccounts,
          'webhookAccounts',
        )
      : []),
  ],
);

/** Throws a `TypeError` that names every wrong option, before the first payment would. */
export const checkPaymentsOptions = (given: PaymentsOptions): PaymentsOptions =>
  checkedOptions('createPayments', PaymentsOptions, given);
